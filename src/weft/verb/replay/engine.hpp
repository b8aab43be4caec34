// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "weft/core/estimate.hpp"
#include "weft/core/progress.hpp"
#include "weft/core/result.hpp"
#include "weft/engine/replay/replay.hpp"
#include "weft/engine/replay/transport.hpp"
#include "weft/verb/replay/replay.hpp"
#include "weft/workload/routed_machine.hpp"

namespace weft::verb {

/// An engine that transfers the messages of programs over the channels of a machine.
class ReplayEngine {
 public:
  virtual ~ReplayEngine() = default;

  /// Returns the routing with every parameter written out.
  virtual Spec const& routing() const = 0;
  virtual std::string resolved() const = 0;
  /// Returns the estimate for the network and the messages of a program.
  virtual Estimate estimate(Program const& program) const = 0;
  /// Builds the data structures that all runs share. Must be called before transport().
  virtual void set_up() = 0;
  /// Returns a transport for one run. `costs`: costs of messages in the network.
  virtual std::unique_ptr<replay::Transport> transport(replay::TransportCosts const& costs,
                                                       Progress& progress) const = 0;
  /// Returns the parameter `bandwidth`: the rate, in bytes/s, of a channel of bandwidth 1. Not used if the
  /// topology file specifies rates.
  virtual double bandwidth() const = 0;
  /// Adds tables, arrays and notes on the network after a run. Returns the verdict. `conditions`: what the
  /// makespan depends on.
  virtual std::string report(Program const& program, replay::Transport& transport,
                             replay::ReplayOutcome const& outcome, std::string const& conditions,
                             Result& result) const = 0;
};

using ReplayEnginePtr = std::unique_ptr<ReplayEngine>;

/// Returns the engine of a request. `topology`: topology of `machine`. Throws InputError naming the part at
/// fault.
ReplayEnginePtr flow_replay_engine(Replay::Params const& params, TopologyPtr const& topology,
                                   RoutedMachine const& machine);
ReplayEnginePtr flit_replay_engine(Replay::Params const& params, TopologyPtr const& topology,
                                   RoutedMachine const& machine);

/// Returns whether a routing has no fixed traffic shares because it depends on queues. Mappings then use the
/// default routing.
bool depends_on_queues(Spec const& routing);

/// Rejects the options of an engine that do not apply to programs.
void check_options(Spec const& engine, std::span<std::string_view const> options);

/// Returns the experiment that runs programs over the channels of a machine.
ExperimentPtr topology_replay_experiment(Replay::Params const& params);
/// Returns the experiment that runs a program under LogGOPS, with equal costs between all ranks.
ExperimentPtr loggops_experiment(Replay::Params const& params);

/// Returns whether all programs end, or the request does not require them to end.
inline bool meets_end_requirement(Replay::Params const& params, Result const& result) {
  return !params.require_end || result.find_table("stuck") == nullptr;
}

}  // namespace weft::verb
