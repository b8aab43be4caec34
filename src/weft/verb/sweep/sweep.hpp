#pragma once

#include <optional>
#include <string>
#include <tuple>

#include "weft/core/param.hpp"
#include "weft/core/progress.hpp"
#include "weft/core/result.hpp"
#include "weft/experiment/scenario.hpp"

namespace weft {

/// A curve of latency against load on the engine `flit`.
struct SweepRequest {
  std::string topology = "torus:sides=8x8";
  std::string routing = "default";
  std::string traffic = "uniform";
  std::int64_t messages = 1;
  std::string engine = "flit";
  std::int64_t seed = 1;
  std::string layout = {};
  Numbers rates = {};
  bool saturation = false;
  std::int64_t points = 12;
  double limit = 3;
  double resolution = 0.01;
};

/// The options that a sweep adds to a scenario.
constexpr std::tuple sweep_options_schema{
    param("engine", &SweepRequest::engine, "flit, with its options, e.g. flit:vcs=2,packet_size=4"),
    param("rates", &SweepRequest::rates, Range{0, 1},
          "the injection rates, e.g. 0.1x0.2x0.4; none: chosen up to saturation and beyond", "flits/cycle"),
    param("saturation", &SweepRequest::saturation, "find the saturation where rates are given, too"),
    param("points", &SweepRequest::points, Range{2, 1000}, "how many rates are chosen"),
    param("limit", &SweepRequest::limit, Range{1.01, 1000},
          "saturation is where the mean latency is so many times that of an idle network"),
    param("resolution", &SweepRequest::resolution, Range{1e-4, 0.5}, "of the saturation, relative"),
};

constexpr std::tuple sweep_schema = std::tuple_cat(
    std::tuple{
        param("topology", &SweepRequest::topology, "the network, e.g. torus:sides=8x8"),
        param("routing", &SweepRequest::routing,
              "the routing function and its virtual channels; default: what suits the topology"),
        param("traffic", &SweepRequest::traffic, "who sends to whom, e.g. uniform, transpose, tornado"),
        param("messages", &SweepRequest::messages, Range{1, 2147483648.0},
              "messages per terminal of a relation that is sent over and over"),
        param("seed", &SweepRequest::seed, Range{0, 9007199254740992.0},
              "names all random numbers: the same seed, the same result"),
        param("layout", &SweepRequest::layout, "how the machine is set up in space, for metres_per_cycle")},
    sweep_options_schema);

/// The sweep that a scenario with engine `sweep` asks for, e.g. sweep:engine=[flit:vcs=2],points=8 (options of `sweep_options_schema`);
/// nothing for other engines. Throws InputError at `engine`.
std::optional<SweepRequest> sweep_of(Scenario const& scenario);

/// Throws InputError for a request that cannot be run; simulates nothing.
void check_sweep(SweepRequest const& request);

/// Runs it: tables `curve`, a row per rate, and `saturation`. Rates are simulated on all threads at once.
Result run_sweep(SweepRequest const& request, Progress& progress = no_progress());

}  // namespace weft
