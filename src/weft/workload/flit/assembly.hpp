// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <limits>
#include <memory>
#include <string>

#include "weft/core/estimate.hpp"
#include "weft/core/param.hpp"
#include "weft/core/progress.hpp"
#include "weft/core/result.hpp"
#include "weft/core/spec.hpp"
#include "weft/engine/flit/flit_network.hpp"
#include "weft/engine/flit/flit_params.hpp"
#include "weft/engine/flit/run.hpp"
#include "weft/experiment/scenario.hpp"
#include "weft/network/any_topology.hpp"
#include "weft/network/energy.hpp"
#include "weft/network/layout.hpp"
#include "weft/network/machine.hpp"
#include "weft/network/router_names.hpp"
#include "weft/workload/flit/channel_file.hpp"
#include "weft/workload/flit/class_workload.hpp"

namespace weft {

using GivenFlitParams = Given<flit::FlitParams>;

/// A scenario for the engine `flit` with resolved names.
struct FlitAssembly {
  GivenFlitParams params;
  LayoutParams layout;
  std::optional<EnergyParams> energy = {};  ///< nullopt: not computed
  TopologyPtr topology;
  std::shared_ptr<RouterLabels> labels;  ///< names of routers
  NetworkPtr network;
  Machine base;              ///< the machine to which routings bind
  Spec routing;              ///< with all parameters
  std::string routing_note;  ///< see change_by_failures()
  /// Whether the routing determines the number of virtual channels: the request does not specify it, and the
  /// default does not suffice
  bool vcs_of_routing = false;
  routing::ChannelRoutingPtr bound;
  std::vector<ChannelOverride> channels;  ///< overrides from a file
  ClassWorkload workload;
  std::uint64_t seed = 1;

  /// Returns the settings to list in a result.
  std::vector<Setting> resolved(Scenario const& scenario) const;
  /// Returns the messages. The first call also prepares the messages of `params.classes`.
  TrafficPtr traffic(Progress& progress);
  /// Runs the simulation. `limit`: see flit::run_steady.
  flit::Outcome run(flit::FlitNetwork const& machine, Traffic const& traffic, flit::FlitParams const& with,
                    Progress& progress, double limit = std::numeric_limits<double>::infinity()) const;
};

/// Source of the injection rates: the options of the engine, or a sweep.
enum class RateSource : std::uint8_t { engine, sweep };

/// Resolves a scenario. Throws InputError that names the invalid part. For a sweep, the engine options must
/// not specify a rate.
FlitAssembly assemble_flit(Scenario const& scenario, RateSource rates = RateSource::engine);
/// Resolves a scenario with engine options that have already been parsed.
FlitAssembly assemble_flit(Scenario const& scenario, GivenFlitParams params, RateSource rates);

/// Resolves a scenario on a machine with `topology`, without a workload: the caller provides timed messages.
FlitAssembly assemble_flit(TopologyPtr topology, Machine const& machine, Spec const& engine,
                           Spec const& routing, LayoutParams const& layout, std::int64_t seed);

/// Sets FlitParams::flit_rate. A channel of bandwidth 1 has the rate that the network specifies, else
/// `bandwidth`.
void set_flit_rate(FlitAssembly& setting);

/// Returns the latencies and bandwidths of all channels.
flit::ChannelTimes channel_times(FlitAssembly const& setting);

/// Builds the network. Throws InputError if it does not fit in memory.
flit::FlitNetwork make_machine(FlitAssembly const& setting);

/// Returns the name of a channel for display: the names of its ends.
std::string channel_name(FlitAssembly const& setting, flit::FlitNetwork const& machine, std::uint32_t out);

/// Estimates a simulation at the rate of `with`, in an existing network.
Estimate estimate_run(FlitAssembly const& setting, flit::FlitParams const& with);
/// Estimates building the network and the messages.
Estimate estimate_setup(FlitAssembly const& setting);
/// Returns the approximate injection rate at saturation, in flits per cycle and terminal.
double saturation_estimate(FlitAssembly const& setting);

/// Reports the expected minimum time of `runs` sequential runs to `progress`.
void expect_cycles(FlitAssembly const& setting, flit::FlitNetwork const& machine, std::size_t runs,
                   Progress& progress);

}  // namespace weft
