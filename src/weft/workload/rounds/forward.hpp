// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>
#include <tuple>

#include "weft/collective/algorithm.hpp"
#include "weft/core/estimate.hpp"
#include "weft/core/progress.hpp"
#include "weft/network/any_topology.hpp"
#include "weft/workload/rounds/run.hpp"

namespace weft {

/// All-to-all: a different message from every terminal to every other, all sent at the start. Simulates A(l)
/// on CLEX, and store-and-forward under the default routing on other topologies. Adds the tables `forward`
/// and `forward_channels`.
class Forward {
 public:
  struct Params {};
  static constexpr std::string_view name = "forward";
  static constexpr std::string_view doc =
      "A different message from every terminal to every other, all sent at the start, without a schedule: "
      "by A(l) on clex "
      "(Lenzen & Wattenhofer, arXiv 1607.00298), elsewhere by store and forward with the default routing "
      "and queues in the "
      "routers. Reports rounds, and a lower bound for any routing";
  static constexpr std::tuple schema{};
  static constexpr auto operation = collective::Operation::all_to_all;

  explicit Forward(Params const&) {}
  RoundsCollectiveRun run(TopologyPtr const& topology, RoundsSetting const& setting,
                          Progress& progress) const;
  Estimate estimate(AnyTopology const& topology) const;
};

}  // namespace weft
