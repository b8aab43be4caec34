// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "weft/engine/queue/allocations/make.hpp"
#include "weft/engine/queue/policies.hpp"
#include "weft/engine/queue/simulation.hpp"
#include "weft/network/topologies.hpp"

namespace weft {

/// The nodes of a topology.
inline queue::Nodes nodes_of(std::string const& topology, queue::NodeKind kind = queue::NodeKind::terminal) {
  return {Machine(make_topology(topology)), kind};
}

/// Jobs on the nodes, by the names of a policy and of an allocation.
inline queue::QueueOutcome run_jobs(std::vector<queue::Job> const& jobs, queue::Nodes const& nodes,
                                    std::string const& policy, std::string const& allocation = "first_free",
                                    queue::Interference* interference = nullptr) {
  auto const bound = queue::make_allocation(Spec::parse(allocation), {&nodes, 1});
  return queue::Policies::pick(Spec::parse(policy), [&](auto const& by) {
    return queue::run_queue({.jobs = jobs,
                             .nodes = nodes,
                             .allocation = *bound.allocation,
                             .pass = [&](queue::Cluster& cluster) { by.pass(cluster); },
                             .interference = interference});
  });
}

}  // namespace weft
