// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "weft/core/lazy.hpp"
#include "weft/core/progress.hpp"
#include "weft/core/result.hpp"
#include "weft/engine/load/network_load.hpp"
#include "weft/experiment/assemble.hpp"
#include "weft/network/failures.hpp"
#include "weft/network/hosts.hpp"
#include "weft/network/machine.hpp"
#include "weft/routing/form/shares.hpp"

namespace weft {

class PercsPaths;

/// Throws InputError if the topology has no terminals, on which jobs and ranks run.
void require_terminals(AnyTopology const& topology);

/// Returns the routing under which to place a job with messages that use `routing` on a machine. Mappings
/// depend on the division of traffic among channels: the result is `routing` if it has shares, and the
/// default routing if its choices depend on queues. Both are specs as the user writes them.
std::string placement_routing(std::string const& routing, Machine const& machine);

/// Adds a note to a result unless the note is empty.
inline void add_note(std::string note, Result& result) {
  if (!note.empty()) result.notes.push_back(std::move(note));
}

/// A topology with terminals and an oblivious routing. Expensive parts are created on first use.
class RoutedMachine {
 public:
  /// `routing`: as the user writes it. Throws InputError that names the invalid part.
  RoutedMachine(std::string const& topology, std::string const& routing, FailureParams const& failures = {});
  RoutedMachine(TopologyPtr topology, std::string const& routing, FailureParams const& failures = {});
  /// `machine`: an existing machine with this topology.
  RoutedMachine(TopologyPtr topology, Machine machine, std::string const& routing);

  AnyTopology const& topology() const { return *topology_; }
  TopologyPtr const& shared_topology() const { return topology_; }
  /// Returns the routing with all parameters.
  Spec const& routing() const { return routing_; }
  /// Returns a note if the routing would differ if there were no failures (change_by_failures()); otherwise
  /// an empty text.
  std::string routing_note() const;
  std::uint64_t terminals() const { return topology_->num_terminals(); }
  /// Returns the PERCS paths if the machine is a PERCS under a PERCS routing; else null.
  std::shared_ptr<PercsPaths const> const& percs_paths() const { return percs_paths_; }
  Machine const& machine() const { return machine_; }
  Network const& network() const { return *machine_.network(); }
  Hosts const& hosts() const { return machine_.hosts(); }
  routing::Shares const& shares() const { return *shares_.get(); }
  /// Returns, for each terminal, whether its router has failed; empty if there are no failures.
  std::vector<bool> failed_terminals() const;
  load::NetworkLoads loads(load::RouterTraffic const& traffic, Progress& progress) const;

 private:
  TopologyPtr topology_;
  Machine machine_;
  Spec given_, routing_;
  std::shared_ptr<PercsPaths const> percs_paths_;
  Lazy<routing::SharesPtr> shares_;
};

}  // namespace weft
