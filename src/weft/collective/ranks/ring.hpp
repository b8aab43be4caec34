#pragma once

#include <string_view>
#include <tuple>

#include "weft/collective/ranks/rank_order.hpp"
#include "weft/collective/ranks/rank_plan.hpp"
#include "weft/collective/ranks/ring_ways.hpp"

namespace weft::collective {

/// Around a logical ring of ranks.
class Ring {
 public:
  struct Params {
    RankOrder order = RankOrder::neighbors;
    RingWays ways = RingWays::one;
    Embedding embedding = Embedding::rounds;
  };
  static constexpr std::string_view name = "ring";
  static constexpr std::string_view doc =
      "Around a logical ring of all ranks (Patarasuk & Yuan, Bandwidth optimal all-reduce algorithms, 2009): "
      "in each of P - 1 rounds every rank forwards to the next rank the data that it received in the round "
      "before. In reduce_scatter a rank first adds its own part. Allreduce is reduce_scatter, then "
      "allgather, of P parts (packets are rounded up to a multiple of P, with ways = both to one of 2 P): 2 "
      "(P - 1) rounds of packets / P blocks. On grids, the ranks follow a Hamiltonian cycle, so that all "
      "messages go to neighbors over different channels (order = plain: by number)";
  static constexpr std::tuple schema{
      param("order", &Params::order, "which ranks are neighbors on the ring"),
      param("ways", &Params::ways, "the direction around the ring"),
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
  std::uint32_t ways() const { return params_.ways == RingWays::both ? 2 : 1; }
  std::uint32_t blocks_per_rank(std::uint32_t ranks, Task const& task) const;
  RankRounds rounds_along(std::vector<std::uint32_t> const& order, Task const& task) const;

  Params params_;
};

}  // namespace weft::collective
