// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "weft/network/hosts.hpp"

namespace weft {

/// The task slots of a job with equal numbers of tasks on each host.
struct TaskSlots {
  /// Terminal of each slot, ascending; a terminal with several tasks is repeated.
  std::vector<std::uint32_t> terminals;
  /// Slots (indices into `terminals`) in the order of hosts, alternating between the terminals of a host.
  std::vector<std::uint32_t> by_host;

  /// Returns whether the slots are distinct terminals in ascending order.
  bool are_terminals() const;
};

/// Returns the slots. `some`: the terminals of the job, ascending; null: all. Throws InputError if they
/// exceed the memory.
TaskSlots task_slots(Hosts const& hosts, std::vector<std::uint32_t> const* some,
                     std::uint64_t ranks_per_node);
/// Returns the number of slots.
std::uint64_t num_task_slots(Hosts const& hosts, std::vector<std::uint32_t> const* some,
                             std::uint64_t ranks_per_node);

}  // namespace weft
