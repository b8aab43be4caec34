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
  std::optional<EnergyParams> energy = {};  ///< nullopt: none is computed
  TopologyPtr topology;
  std::shared_ptr<RouterLabels> labels;  ///< what its routers are called
  NetworkPtr network;
  Machine base;                 ///< what routings bind to
  Spec routing;                 ///< with every parameter written out
  std::string routing_note;     ///< see change_by_failures()
  bool vcs_of_routing = false;  ///< the request gives no number, and the routing needs more than the default
  routing::ChannelRoutingPtr bound;
  std::vector<GivenChannel> channels;  ///< what a file says of single ones
  ClassWorkload workload;
  std::uint64_t seed = 1;

  /// The description of it in a result.
  std::vector<Setting> resolved(Scenario const& scenario) const;
  /// The messages; the first call prepares those of `params.classes` too.
  TrafficPtr traffic(Progress& progress);
  /// `limit`: see flit::run_steady.
  flit::Outcome run(flit::FlitNetwork const& machine, Traffic const& traffic, flit::FlitParams const& with,
                    Progress& progress, double limit = std::numeric_limits<double>::infinity()) const;
};

/// The source of the injection rates: the engine's options, or a sweep.
enum class RateSource : std::uint8_t { engine, sweep };

/// Throws InputError on a scenario that cannot be run, naming the part at fault. The engine's options of a
/// sweep must name no rate.
FlitAssembly assemble_flit(Scenario const& scenario, RateSource rates = RateSource::engine);
/// The same with the options of the scenario's engine, which are not read again.
FlitAssembly assemble_flit(Scenario const& scenario, GivenFlitParams params, RateSource rates);

/// The same on a machine of that topology, for timed messages that come from elsewhere: without a workload.
FlitAssembly assemble_flit(TopologyPtr topology, Machine const& machine, Spec const& engine,
                           Spec const& routing, LayoutParams const& layout, std::int64_t seed);

/// Sets FlitParams::flit_rate. A channel of bandwidth 1 has the rate that the network states, else
/// `bandwidth`.
void set_flit_rate(FlitAssembly& setting);

/// The latency and bandwidth of every channel.
flit::ChannelTimes channel_times(FlitAssembly const& setting);

/// The machine, if it fits into memory.
flit::FlitNetwork make_machine(FlitAssembly const& setting);

/// A channel as people name it: the places of its ends.
std::string channel_name(FlitAssembly const& setting, flit::FlitNetwork const& machine, std::uint32_t out);

/// A simulation at the rate of `with`, in a network that exists.
Estimate estimate_run(FlitAssembly const& setting, flit::FlitParams const& with);
/// The network and the messages.
Estimate estimate_setup(FlitAssembly const& setting);
/// The injection rate, in flits per cycle and terminal, that about saturates the network.
double saturation_estimate(FlitAssembly const& setting);

/// Reports the minimum time of that many runs in sequence to the progress.
void expect_cycles(FlitAssembly const& setting, flit::FlitNetwork const& machine, std::size_t runs,
                   Progress& progress);

}  // namespace weft
