// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>
#include <tuple>

#include "weft/collective/algorithm.hpp"
#include "weft/routing/clex/clex_flooding.hpp"

namespace weft::collective {

/// Allgather on CLEX along flooding trees.
class ClexFlooding {
 public:
  struct Params {
    FloodTrees trees = FloodTrees::shortest;
  };
  static constexpr std::string_view name = "clex_flooding";
  static constexpr std::string_view doc =
      "Allgather on clex along flooding trees (Lenzen & Wattenhofer, CLEX, arXiv 1607.00298): a node sends "
      "its message to its clique and over all levels that lead to another copy. A message that arrives over "
      "level i continues over the levels below, down to 2 (single links, trees=one_edge: also to the clique "
      "that it enters). "
      "Each node gets each message once. First come, first served; among messages that arrive at the same "
      "time, lower stages come first. This algorithm executes every copy; `flooding` counts the same rounds "
      "at any size";
  static constexpr std::string_view own_paths = "its trees determine the paths of blocks";
  static constexpr std::tuple schema{
      param("trees", &Params::trees, "trees along which messages are flooded")};

  explicit ClexFlooding(Params const& params) : params_(params) {}
  static bool serves(Operation operation) { return operation == Operation::allgather; }
  void check_machine(Ranks const& ranks, Task const& task) const;
  Plan plan(Ranks const& ranks, Task const& task) const;

 private:
  Params params_;
};

}  // namespace weft::collective
