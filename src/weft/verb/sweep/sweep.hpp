// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "weft/chart/figure.hpp"
#include "weft/engine/flit/flit_params.hpp"
#include "weft/experiment/experiment.hpp"
#include "weft/experiment/fields.hpp"
#include "weft/network/failures.hpp"

namespace weft::verb {

/// Latency against load on the engine `flit`. Tables: `curve`, one row per rate; `saturation`, the rates
/// between which the latency exceeds a limit, the rates between which the accepted rate falls below the
/// offered rate, and the throughput beyond saturation. Rates are simulated in parallel on all threads.
struct Sweep {
  struct Params {
    std::string topology = "torus:sides=8x8";
    std::string routing = "default";
    std::string traffic = "uniform";
    std::int64_t messages = 1;
    std::string engine = "flit";
    std::int64_t seed = 1;
    std::string mapping = default_mapping;
    Sides grid{0};
    std::int64_t ranks_per_node = 0;
    std::string jobs = {};
    std::string classes = {};
    std::string layout = {};
    Numbers rates = {};
    bool saturation = false;
    std::int64_t points = 12;
    double limit = flit::saturation_factor;
    double resolution = 0.01;
    FailureParams failures = {};
  };
  static constexpr std::string_view name = "sweep";
  static constexpr std::string_view doc = "latency against offered load, up to saturation and beyond";
  static constexpr std::string_view example =
      "weft sweep torus:8x8 --traffic uniform\n"
      "weft sweep torus:8x8 --rates 0.1..0.5x5\n"
      "weft sweep torus:4x4 --routing dimension_order --routing valiant --rates 0.1..0.3x3";
  static constexpr std::tuple schema = std::tuple_cat(
      std::tuple{
          topology_field(&Params::topology),
          param(
              "routing", &Params::routing,
              "routing and its virtual channels; repeat it to compare curves; default: depends on the topology")
              .repeated("routing")
              .from("routings"),
          param("traffic", &Params::traffic, "traffic pattern, e.g. uniform, transpose, tornado")
              .from("traffic patterns")
              .also("pattern"),
          param("messages", &Params::messages, Range{1, 2147483648.0},
                "messages per terminal in a relation that is sent repeatedly"),
          param("engine", &Params::engine, "flit, with its options, e.g. flit:vcs=2,packet_size=4")
              .from("engines"),
          seed_field(&Params::seed), mapping_field(&Params::mapping), grid_field(&Params::grid),
          ranks_per_node_field(&Params::ranks_per_node), jobs_field(&Params::jobs),
          classes_field(&Params::classes), layout_field(&Params::layout),
          param(
              "rates", &Params::rates, Range{0, 1},
              "injection rates, e.g. 0.1,0.2,0.4 or 0.1..0.5x5 for 5 evenly spaced rates; default: Weft chooses rates up to saturation and beyond",
              "flits/cycle"),
          param("saturation", &Params::saturation, "find the saturation even if rates are specified"),
          param("points", &Params::points, Range{2, 1000}, "number of rates that Weft chooses"),
          param("limit", &Params::limit, Range{1.01, 1000},
                "limit of the mean latency, as a multiple of the zero-load latency"),
          param("resolution", &Params::resolution, Range{1e-4, 0.5},
                "relative resolution of the rate at the limit and of the throughput, and of the "
                "saturation, there at least 0.02")},
      group(&Params::failures, failure_schema));
  static std::vector<chart::Figure> figures(Result const& result);
  static ExperimentPtr assemble(Params const& params);
};

}  // namespace weft::verb
