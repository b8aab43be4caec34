#pragma once

#include <string_view>
#include <tuple>

#include "weft/collective/ranks/rank_plan.hpp"

namespace weft::collective {

/// Broadcast of long messages in parts.
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
