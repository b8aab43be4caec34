// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>
#include <tuple>

#include "weft/collective/ranks/rank_program.hpp"

namespace weft::collective {

/// Collective operations along a binomial tree of ranks.
class Binomial : public EmbeddedRounds {
 public:
  static constexpr std::string_view name = "binomial";
  static constexpr std::string_view doc =
      "Sends along a binomial tree of ranks (Thakur, Rabenseifner & Gropp, Optimization of collective "
      "communication operations in MPICH, 2005): ceil(log2 P) rounds. In each round, every rank that has the "
      "message sends it to a rank that does not have it, in the first round at a distance of half of all "
      "ranks. Scatter sends each rank its own message and the messages of the ranks below it. Gather and "
      "reduce run "
      "backward";

  using EmbeddedRounds::EmbeddedRounds;
  static bool serves(Operation operation) {
    return operation == Operation::broadcast || operation == Operation::scatter ||
           operation == Operation::gather || operation == Operation::reduce;
  }
  Plan plan(Ranks const& ranks, Task const& task) const;
  RankRounds rounds(std::uint32_t ranks, Task const& task) const;
};

/// Broadcast of long messages as a scatter followed by an allgather.
class ScatterAllgather {
 public:
  struct Params {};
  static constexpr std::string_view name = "scatter_allgather";
  static constexpr std::string_view doc =
      "Broadcast of a long message in P parts (Barnett, Shuler, van de Geijn, Gupta, Payne & Watts, Interprocessor "
      "collective communication library, 1994; Thakur, Rabenseifner & Gropp 2005): a scatter along a binomial tree, "
      "then an allgather around the ring of the ranks by number: ceil(log2 P) + P - 1 rounds. Packets are rounded up "
      "to a multiple of P; each round ends before the next begins";
  static constexpr std::tuple schema{};

  explicit ScatterAllgather(Params const&) {}
  static bool serves(Operation operation) { return operation == Operation::broadcast; }
  void check_machine(Ranks const& ranks, Task const& task) const { rounds(ranks.size(), task); }
  Plan plan(Ranks const& ranks, Task const& task) const;
  RankRounds rounds(std::uint32_t ranks, Task const& task) const;
};

}  // namespace weft::collective
