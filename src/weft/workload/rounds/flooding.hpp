// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>
#include <tuple>

#include "weft/collective/algorithm.hpp"
#include "weft/core/estimate.hpp"
#include "weft/core/param.hpp"
#include "weft/core/progress.hpp"
#include "weft/engine/rounds/allgather/allgather.hpp"
#include "weft/network/any_topology.hpp"
#include "weft/workload/rounds/run.hpp"

namespace weft {

/// Allgather by flooding, one message from every terminal to all others: the all-to-all of Lenzen &
/// Wattenhofer (arXiv 1607.00298). Runs with the bandwidths of the topology, and with the sum of the
/// bandwidths divided among the channel classes in proportion to their messages (with barriers, also to the
/// square root of the number of messages). Adds the tables `flooding`, `flooding_channels` and
/// `flooding_paths`.
class Flooding {
 public:
  struct Params {
    rounds::Stages stages = rounds::Stages::pipelined;
    FloodTrees trees = FloodTrees::shortest;
    double alpha = 100;
    double beta = 5;
  };
  static constexpr std::string_view name = "flooding";
  static constexpr std::string_view doc =
      "One message of every terminal to all others, by flooding: on clex level 1, then the levels from the "
      "highest down (Lenzen & Wattenhofer, arXiv 1607.00298); on torus and mesh dimension after dimension; "
      "elsewhere along breadth-first trees. Reports rounds, at any size if the symmetry of the machine "
      "allows "
      "it, and the lower bound (n - 1) / B; also with the sum B of the bandwidths divided in proportion to "
      "the "
      "messages of each class; and the hops, the meters of cable by --layout and the time of a message that "
      "never waits, alpha per hop and beta per meter";
  static constexpr std::tuple schema{
      param("stages", &Params::stages, "time at which a received message is forwarded"),
      param("trees", &Params::trees, "trees along which messages are flooded"),
      param("alpha", &Params::alpha, Range{0, 1e9}, "delay of a hop", "ns"),
      param("beta", &Params::beta, Range{0, 1e9}, "delay of a meter of cable", "ns/m")};
  static constexpr auto operation = collective::Operation::allgather;

  explicit Flooding(Params const& params) : params_(params) {}
  RoundsCollectiveRun run(TopologyPtr const& topology, RoundsSetting const& setting,
                          Progress& progress) const;

  Estimate estimate(AnyTopology const& topology) const;

 private:
  Params params_;
};

}  // namespace weft
