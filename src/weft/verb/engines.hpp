// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <string>
#include <string_view>

#include "weft/core/catalog.hpp"
#include "weft/engine/flit/flit_params.hpp"
#include "weft/engine/flow/flow_params.hpp"
#include "weft/engine/rounds/rounds_params.hpp"
#include "weft/experiment/experiment.hpp"
#include "weft/experiment/scenario.hpp"
#include "weft/workload/load_params.hpp"

/// The engines that simulate scenarios. Each engine lists the fields of a scenario that it does not support,
/// and rejects them.
namespace weft::verb {

/// The engine `rounds`.
struct RoundsEngine {
  using Params = rounds::RoundsParams;
  static constexpr std::string_view name = "rounds";
  static constexpr std::string_view doc = "Synchronous rounds, one message per channel and round";
  static constexpr auto& schema = rounds::rounds_schema;
  static constexpr std::array<std::string_view, 3> unknown{"classes", "details", "energy"};
  static ExperimentPtr assemble(Scenario const& scenario, Params const& params);
};

/// A heading of help and reference above the option `first` and the options after it.
struct OptionHeading {
  std::string_view text, first;
};

/// The engine `flit`.
struct FlitEngine {
  using Params = Given<flit::FlitParams>;
  static constexpr std::string_view name = "flit";
  static constexpr std::string_view doc =
      "Clock cycles: packets of flits through routers with virtual channels and credits, wormhole or virtual "
      "cut-through; latency against load, saturation, deadlock";
  static constexpr auto& schema = flit::flit_schema;
  static constexpr std::array<std::string_view, 12> preferred_options{
      "router", "vcs",       "vc_buffer",   "flow",    "speedup", "latency",
      "rate",   "injection", "packet_size", "warm_up", "cycles",  "max_cycles"};
  static constexpr std::array<OptionHeading, 6> headings{{{"Routers", "router"},
                                                          {"Channels", "latency"},
                                                          {"Congestion control", "max_outstanding"},
                                                          {"Injection", "rate"},
                                                          {"Measurement", "warm_up"},
                                                          {"Failures", "failed_links"}}};
  static constexpr std::array<std::string_view, 0> unknown{};
  static Params read(Spec const& spec) { return flit::read_flit_params(spec); }
  static ExperimentPtr assemble(Scenario const& scenario, Params const& params);
};

/// The engine `load`.
struct LoadEngine {
  struct Params {
    FailureParams failures = {};
    LinkTimes times{.bytes = 1e6};
  };
  static constexpr std::string_view name = "load";
  static constexpr std::string_view doc =
      "Exact loads of all channels under a job's communication, and the throughput that they allow; no clock";
  static constexpr std::tuple schema =
      std::tuple_cat(group(&Params::failures, failure_schema), group(&Params::times, load_time_schema));
  static constexpr std::array<std::string_view, 4> unknown{"messages", "classes", "layout", "energy"};
  static ExperimentPtr assemble(Scenario const& scenario, Params const& params);
};

/// The engine `flow`.
struct FlowEngine {
  using Params = flow::FlowParams;
  static constexpr std::string_view name = "flow";
  static constexpr std::string_view doc =
      "Messages of given sizes share channels max-min fairly, event by event; reports when each message "
      "arrives, in seconds, and which channels delay it";
  static constexpr auto& schema = flow::flow_schema;
  static constexpr std::array<std::string_view, 2> unknown{"classes", "energy"};
  static ExperimentPtr assemble(Scenario const& scenario, Params const& params);
};

using Engines = Catalog<RoundsEngine, FlitEngine, LoadEngine, FlowEngine>;

/// Returns whether an engine supports a field of the scenario; false for an unknown engine. `engine`: name of
/// the engine, with or without parameters.
bool engine_supports(std::string const& engine, std::string_view field);

}  // namespace weft::verb
