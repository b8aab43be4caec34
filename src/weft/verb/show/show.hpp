// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "weft/analysis/metrics.hpp"
#include "weft/chart/figure.hpp"
#include "weft/experiment/experiment.hpp"
#include "weft/experiment/fields.hpp"
#include "weft/network/failures.hpp"

namespace weft::verb {

/// The properties of a topology. Tables: `metrics`, each metric exact or bounded, with the method;
/// `distances`, the number of pairs of routers and terminals by distance; `channels`, the channels and cables
/// by class; `cost`; for hierarchical topologies `copies`, the independent submachines by level; for an
/// InfiniBand fabric `fabric`, `cables` and `findings`, its devices, cables and suspicious parts. If
/// `metrics` is set, only the selected metrics.
struct Show {
  struct Params {
    std::string topology = "torus:sides=8x8";
    std::string metrics = {};
    bool exact = false;
    std::int64_t branches = default_branches;
    std::string layout = {};
    std::string cost = {};
    FailureParams failures = {};
    std::int64_t seed = 1;
  };
  static constexpr std::string_view name = "show";
  static constexpr std::string_view doc = "metrics, distances, channels, cables and cost of a topology";
  static constexpr std::string_view example =
      "weft show torus:8x8x8\n"
      "weft show dragonfly:4 --metrics diameter,bisection\n"
      "weft show fabric.ibnet";
  static constexpr std::tuple schema = std::tuple_cat(
      std::tuple{topology_field(&Params::topology), metrics_field(&Params::metrics),
                 exact_field(&Params::exact),
                 param("branches", &Params::branches, Range{1, 1'000'000'000'000},
                       "with exact: maximum steps of branch and bound for the bisection of at "
                       "most 64 routers"),
                 layout_field(&Params::layout), cost_field(&Params::cost), seed_field(&Params::seed)},
      group(&Params::failures, failure_schema));
  static std::vector<chart::Figure> figures(Result const& result);
  static ExperimentPtr assemble(Params const& params);
};

}  // namespace weft::verb
