// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <string_view>
#include <tuple>
#include <vector>

#include "weft/collective/ranks/rank_program.hpp"

namespace weft::collective {

/// Division of the ranks for algorithms that require a power of two: the first `core` ranks participate;
/// every other rank core + v is the twin of rank v and participates through v.
struct PowerOfTwoCore {
  explicit PowerOfTwoCore(std::uint32_t number) : ranks(number), core(std::bit_floor(number)) {}

  std::uint32_t ranks, core;

  std::uint32_t twins() const { return ranks - core; }
  /// Returns the number of rounds of exchanges within the core; if folds(), there is one more round before
  /// and after.
  std::uint32_t exchanges() const { return doublings(core); }
  bool folds() const { return twins() > 0; }

  /// Appends messages from `from` to `to` with the parts of the core ranks [first, first + count) and of the
  /// twins of these ranks, `per_rank` blocks per part.
  void send_parts(std::uint32_t from, std::uint32_t to, std::uint32_t first, std::uint32_t count,
                  std::uint32_t per_rank, Arrival arrival, std::vector<Message>& out) const {
    out.push_back({from, to, first * per_rank, count * per_rank, arrival});
    if (first < twins())
      out.push_back(
          {from, to, (core + first) * per_rank, std::min(count, twins() - first) * per_rank, arrival});
  }
  /// Appends a message with the blocks [first, first + count) from each rank v that has a twin to the twin.
  void send_to_twins(std::uint32_t first, std::uint32_t count, Arrival arrival,
                     std::vector<Message>& out) const {
    for (std::uint32_t v = 0; v < twins(); ++v) out.push_back({v, core + v, first, count, arrival});
  }
  /// Appends a message with the blocks [first, first + count) from each twin to its rank v.
  void send_from_twins(std::uint32_t first, std::uint32_t count, Arrival arrival,
                       std::vector<Message>& out) const {
    for (std::uint32_t v = 0; v < twins(); ++v) out.push_back({core + v, v, first, count, arrival});
  }
};

/// Exchanges between ranks at distances 1, 2, 4, ..
class RecursiveDoubling : public EmbeddedRounds {
 public:
  static constexpr std::string_view name = "recursive_doubling";
  static constexpr std::string_view doc =
      "In round k, ranks with numbers that differ in bit k exchange all their data (Thakur, Rabenseifner & "
      "Gropp, "
      "Optimization of collective communication operations in MPICH, 2005): log2 P rounds of whole vectors "
      "for allreduce, of 1, 2, 4, .. messages for allgather. On a hypercube each round uses the links of one "
      "dimension. If P is not a power of two, let Q be the largest power of two below P: each rank from Q "
      "upward first sends its data to rank - Q, and receives the result last";

  using EmbeddedRounds::EmbeddedRounds;
  static bool serves(Operation operation) {
    return operation == Operation::allgather || operation == Operation::allreduce;
  }
  Plan plan(Ranks const& ranks, Task const& task) const;
  RankRounds rounds(std::uint32_t ranks, Task const& task) const;
};

/// Reductions by recursive halving.
class Rabenseifner : public EmbeddedRounds {
 public:
  static constexpr std::string_view name = "rabenseifner";
  static constexpr std::string_view doc =
      "Reduce_scatter by recursive halving: each rank exchanges half of the remaining data with the rank at "
      "distance P/2, P/4, .. 1. Allreduce continues with an allgather by recursive doubling, reduce with a "
      "binomial gather (Rabenseifner, Optimization of collective reduction operations, 2004): 2 log2 P "
      "rounds and 2 (P - 1) / P of the vector in total. A vector is cut into P parts (packets are rounded up "
      "to a multiple). If P is not a power of two, let Q be the largest power of two below P: each rank from "
      "Q upward first sends its vector to rank - Q, and receives the result last";

  using EmbeddedRounds::EmbeddedRounds;
  static bool serves(Operation operation) {
    return operation == Operation::reduce_scatter || operation == Operation::reduce ||
           operation == Operation::allreduce;
  }
  void check_machine(Ranks const& ranks, Task const& task) const;
  Plan plan(Ranks const& ranks, Task const& task) const;
  RankRounds rounds(std::uint32_t ranks, Task const& task) const;
};

/// Barrier by dissemination, which needs no root.
class Dissemination : public EmbeddedRounds {
 public:
  static constexpr std::string_view name = "dissemination";
  static constexpr std::string_view doc =
      "In round k, rank i informs rank i + 2^k (modulo P) that it and all ranks that have informed it have "
      "arrived (Hensgen, Finkel & Manber, Two algorithms for barrier synchronization, 1988): ceil(log2 P) "
      "rounds of empty messages, for any P";

  using EmbeddedRounds::EmbeddedRounds;
  static bool serves(Operation operation) { return operation == Operation::barrier; }
  Plan plan(Ranks const& ranks, Task const& task) const;
  RankRounds rounds(std::uint32_t ranks, Task const& task) const;
};

}  // namespace weft::collective
