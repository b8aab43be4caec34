// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "weft/chart/figure.hpp"
#include "weft/experiment/experiment.hpp"
#include "weft/experiment/fields.hpp"
#include "weft/network/failures.hpp"
#include "weft/routing/form/channel_routing.hpp"

namespace weft::verb {

/// A static check of a routing for deadlock, from the channel dependency graph of all possible moves (Dally &
/// Seitz, 1987), Duato's condition for adaptive routings, and bubble flow control in rings. Tables: `verdict`
/// (one row); if a deadlock is possible, `cycle`, each channel of a shortest cycle with a packet that waits
/// there; with layers, `layers` (one row) and `layering`, the layer of each route. For `then` see
/// transition.hpp.
struct Deadlock {
  struct Params {
    std::string topology = "torus:sides=4x4";
    std::string routing = "default";
    std::string then = {};
    std::int64_t vcs = 0;
    std::string routes = {};
    bool layers = false;
    FailureParams failures = {};
    std::int64_t seed = 1;
    bool require_free = false;
  };
  static constexpr std::string_view name = "deadlock";
  static constexpr std::string_view doc = "check a routing for deadlock freedom (channel dependency graph)";
  static constexpr std::string_view example =
      "weft deadlock torus:8x8 --routing dimension_order --vcs 1\n"
      "weft deadlock dragonfly:4 --routing valiant\n"
      "weft deadlock mesh:8x8 --require-free";
  static constexpr std::tuple schema = std::tuple_cat(
      std::tuple{
          topology_field(&Params::topology),
          param("routing", &Params::routing,
                "routing; repeat it to compare; default: depends on the topology")
              .repeated("routing")
              .from("routings"),
          param(
              "then", &Params::then,
              "routing by forwarding tables that replaces --routing, switch by switch; analyzes the old and the new tables alone, packets of both together, and every mixture of old and new switches; failures precede the change")
              .from("routings"),
          param(
              "vcs", &Params::vcs, Range{0, routing::max_vcs},
              "virtual channels per port, analyzed even if too few; 0: as many as the routing needs, or 4 if "
              "no number is enough"),
          param(
              "routes", &Params::routes,
              "file of routes to analyze instead of a routing, in the format of routing table; routes may revisit routers, and hops without a virtual channel use 0"),
          param(
              "layers", &Params::layers,
              "also assign the routes (of the file, or of a routing with one route per pair) to virtual layers without cycles, as few as the search finds; the virtual channels of the routes are ignored"),
          seed_field(&Params::seed),
          param("require_free", &Params::require_free,
                "exit with status 3 if a deadlock is possible; by default either verdict exits with status "
                "0")},
      group(&Params::failures, failure_schema));
  static std::vector<chart::Figure> figures(Result const& result);
  static ExperimentPtr assemble(Params const& params);
};

/// Returns whether a result of the verb excludes deadlock.
bool is_free_of_deadlock(Result const& result);

}  // namespace weft::verb
