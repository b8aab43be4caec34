// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "weft/network/hosts.hpp"

namespace weft {

/// Task slots of a job with the same number of tasks on each host.
struct TaskSlots {
  /// Terminal of each slot, in ascending order; a terminal with several tasks occurs several times.
  std::vector<std::uint32_t> terminals;
  /// Slots (indices into `terminals`) in the order of hosts, alternating between the terminals of each host.
  std::vector<std::uint32_t> by_host;

  /// Returns whether the slots are distinct terminals in ascending order.
  bool are_terminals() const;
};

/// Returns the task slots of a job. `some`: the terminals of the job, in ascending order; null: all. Throws
/// InputError if the slots do not fit in memory.
TaskSlots task_slots(Hosts const& hosts, std::vector<std::uint32_t> const* some,
                     std::uint64_t ranks_per_node);
/// Returns the number of task slots of a job.
std::uint64_t num_task_slots(Hosts const& hosts, std::vector<std::uint32_t> const* some,
                             std::uint64_t ranks_per_node);

/// Returns one slot per task: `ranks_per_node` slots on each of the hosts with the most tasks of a placement;
/// the last of these hosts may have fewer. Returns nullopt if the placement already has `ranks_per_node`
/// tasks on each host that it uses, except for one host that may have fewer. `placement`: the terminal of
/// each task.
std::optional<TaskSlots> whole_host_slots(Hosts const& hosts, std::vector<std::uint32_t> const* some,
                                          std::uint64_t ranks_per_node,
                                          std::span<std::uint32_t const> placement);

}  // namespace weft
