// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>
#include <tuple>

#include "weft/collective/ranks/rank_order.hpp"
#include "weft/collective/ranks/rank_program.hpp"
#include "weft/core/param.hpp"

namespace weft::collective {

/// Direction of data around rings: all data in one direction, or half of the data in each direction.
enum class RingDirections : std::uint8_t { one, both };

}  // namespace weft::collective

template <>
inline constexpr weft::EnumValue<weft::collective::RingDirections>
    weft::enum_values<weft::collective::RingDirections>[] = {
        {"one", weft::collective::RingDirections::one, "all data upward"},
        {"both", weft::collective::RingDirections::both, "half in each direction, simultaneously"}};

namespace weft::collective {

/// Collective operations around a logical ring of ranks.
class Ring {
 public:
  struct Params {
    RankOrder order = RankOrder::neighbors;
    RingDirections ways = RingDirections::one;
    Embedding embedding = Embedding::rounds;
  };
  static constexpr std::string_view name = "ring";
  static constexpr std::string_view doc =
      "Around a logical ring of all ranks (Patarasuk & Yuan, Bandwidth optimal all-reduce algorithms, 2009): "
      "in each of P - 1 rounds every rank forwards to the next rank the data that it received in the "
      "previous "
      "round. In reduce_scatter a rank first adds its own part. Allreduce is reduce_scatter, then "
      "allgather, of P parts (packets are rounded up to a multiple of P, with ways = both to one of 2 P): 2 "
      "(P - 1) rounds of packets / P blocks. On grids, the ranks follow a Hamiltonian cycle, so that all "
      "messages go to neighbors over different channels (order = plain: by number)";
  static constexpr std::tuple schema{
      param("order", &Params::order, "order of ranks along the ring"),
      param("ways", &Params::ways, "direction around the ring"),
      param("embedding", &Params::embedding, embedding_doc),
  };

  explicit Ring(Params const& params) : params_(params) {}
  static bool serves(Operation operation) {
    return operation == Operation::allgather || operation == Operation::reduce_scatter ||
           operation == Operation::allreduce;
  }
  void check_machine(Ranks const& ranks, Task const& task) const;
  Plan plan(Ranks const& ranks, Task const& task) const;
  RankRounds rounds(std::uint32_t ranks, Task const& task) const;

 private:
  std::uint32_t ways() const { return params_.ways == RingDirections::both ? 2 : 1; }
  std::uint32_t blocks_per_rank(std::uint32_t ranks, Task const& task) const;
  RankRounds rounds_along(std::vector<std::uint32_t> const& order, Task const& task) const;

  Params params_;
};

/// Order of the dimensions: one order for all data, or a different order for each part of the data.
enum class DimensionOrders : std::uint8_t { one, all };

/// Collective operations along the rings of each dimension of a grid.
class DimensionRings {
 public:
  struct Params {
    DimensionOrders orders = DimensionOrders::all;
    RingDirections ways = RingDirections::both;
    Embedding embedding = Embedding::slots;
  };
  static constexpr std::string_view name = "dimension_rings";
  static constexpr std::string_view doc =
      "All-to-all dimension by dimension (Solomonik, Network interconnect topologies, lecture 29): along "
      "each ring every node forwards the blocks that go m hops further, m = r - 1 .. 1. A link of a ring of "
      "r nodes transfers blocks for each of the P / r nodes that a node then represents. Their number is r "
      "(r "
      "- 1) / 2 with ways = one (the slide sums 2^i instead of i by mistake). With ways = both, which splits "
      "blocks that go halfway around, it is r^2 / 8 (r even) or (r^2 - 1) / 8. embedding = rounds: one "
      "dimension after the other, with ways = one in r - 1 steps; slots: a block turns into its next "
      "dimension as soon as possible. orders = all: equal parts of the data go through the dimensions in "
      "each "
      "cyclic order, simultaneously, so that all links are busy. Allreduce is a reduce-scatter around the "
      "rings of each dimension in turn and an allgather back: a link carries (P - 1) / P of the vector, over "
      "the number of links per node, twice. Needs a torus or mesh (hypercube) with one rank per router; ways = "
      "one needs a torus";
  static constexpr std::string_view own_paths = "the rings of the grid determine the paths of blocks";
  static constexpr std::tuple schema{
      param("orders", &Params::orders, "orders of the dimensions"),
      param("ways", &Params::ways, "direction around a ring"),
      param("embedding", &Params::embedding, embedding_doc),
  };

  explicit DimensionRings(Params const& params) : params_(params) {}
  static bool serves(Operation operation) {
    return operation == Operation::all_to_all || operation == Operation::allreduce ||
           operation == Operation::reduce_scatter || operation == Operation::allgather;
  }
  void check_machine(Ranks const& ranks, Task const& task) const;
  Plan plan(Ranks const& ranks, Task const& task) const;

 private:
  /// Returns the number of blocks of a rank's part of the vector; for allgather, of its message.
  std::uint32_t blocks_per_rank(Ranks const& ranks, Task const& task) const;
  Params params_;
};

}  // namespace weft::collective

template <>
inline constexpr weft::EnumValue<weft::collective::DimensionOrders>
    weft::enum_values<weft::collective::DimensionOrders>[] = {
        {"one", weft::collective::DimensionOrders::one, "dimension 0 first, then 1, .."},
        {"all", weft::collective::DimensionOrders::all,
         "every cyclic order, each for an equal fraction of the data"}};
