// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <tuple>
#include <vector>

#include "weft/analysis/balance/capacity_condition.hpp"
#include "weft/chart/figure.hpp"
#include "weft/core/param.hpp"
#include "weft/engine/slackness/slackness.hpp"
#include "weft/experiment/experiment.hpp"
#include "weft/experiment/fields.hpp"
#include "weft/network/failures.hpp"

namespace weft::verb {

/// Bandwidth balance and latency hiding: whether a network can carry the requests of its processors, and the
/// number of virtual processors per processor that hides the latency (Leppanen & Penttonen, Sparse networks:
/// balance of processing and communication, 2007). Tables: `balance` (facts), `readings` (the capacity
/// condition) and `slackness` (simulated utilization and the formula).
struct Balance {
  struct Params {
    std::string topology = "sparse_torus:dimensions=3,side=8";
    std::int64_t every = 1;
    std::string latency = "distances";
    bool answers = false;
    Sides slackness{0};
    slackness::Turn turn = slackness::Turn::strict;
    Reading reading = Reading::binding;
    std::string requests = "network";
    std::string layout = {};
    std::int64_t processors = 0;
    std::int64_t steps = 20000;
    bool exact = false;
    std::int64_t seed = 1;
    FailureParams failures = {};
  };
  static constexpr std::string_view name = "balance";
  static constexpr std::string_view doc = "bandwidth balance and latency hiding (parallel slackness)";
  static constexpr std::string_view example =
      "weft balance torus:8x8x8 --every 4\n"
      "weft balance sparse_torus:dimensions=3,side=8 --every 2\n"
      "weft balance torus:8x8 --latency fixed:7";
  static constexpr std::tuple schema = std::tuple_cat(
      std::tuple{
          topology_field(&Params::topology),
          param("every", &Params::every, Range{1, 4294967296.0},
                "K: a processor sends a request in every K-th step in which it works", "steps"),
          param("latency", &Params::latency, "latency of a request, e.g. fixed:steps=7").from("latencies"),
          param("answers", &Params::answers,
                "count the replies to requests, which doubles the hops in the capacity condition and in "
                "latencies that depend on distance"),
          param(
              "slackness", &Params::slackness, Range{0, 4294967295.0},
              "virtual processors of each processor to simulate, e.g. 1x2x4x8; 0: up to twice the required number"),
          param("turn", &Params::turn, "scheduling of virtual processors"),
          param("reading", &Params::reading,
                "reading (variant) of the capacity condition that determines the verdict"),
          param("requests", &Params::requests,
                "requests of all processors that the network accepts in a step: network (p / k_min of the "
                "reading), unlimited or a number"),
          layout_field(&Params::layout),
          param(
              "processors", &Params::processors, Range{0, 4294967295.0},
              "maximum number of processors to simulate, with their fraction of the network; 0: 64, fewer for long latencies"),
          param("steps", &Params::steps, Range{1, 1e12},
                "minimum length of the simulation, unless the state repeats earlier", "steps"),
          exact_field(&Params::exact), seed_field(&Params::seed)},
      group(&Params::failures, failure_schema));
  static std::vector<chart::Figure> figures(Result const& result);
  static ExperimentPtr assemble(Params const& params);
};

}  // namespace weft::verb
