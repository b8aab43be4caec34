// SPDX-License-Identifier: Apache-2.0
#include "weft/workload/task_slots.hpp"

#include <algorithm>
#include <numeric>

#include <fmt/format.h>

#include "weft/core/memory.hpp"

namespace weft {
namespace {

/// Calls visit(terminals) for each host that has terminals of the job.
template <class Visit>
void for_each_host(Hosts const& hosts, std::vector<std::uint32_t> const* some, Visit visit) {
  std::vector<std::uint32_t> own;
  for (std::uint32_t host = 0; host < hosts.size(); ++host) {
    own.clear();
    for (auto const terminal : hosts.terminals_of(host))
      if (some == nullptr || std::ranges::binary_search(*some, terminal)) own.push_back(terminal);
    if (!own.empty()) visit(own);
  }
}

}  // namespace

bool TaskSlots::are_terminals() const {
  return std::ranges::is_sorted(by_host) && std::ranges::adjacent_find(terminals) == terminals.end();
}

std::uint64_t num_task_slots(Hosts const& hosts, std::vector<std::uint32_t> const* some,
                             std::uint64_t ranks_per_node) {
  std::uint64_t slots = 0;
  for_each_host(hosts, some, [&](std::vector<std::uint32_t> const&) { slots += ranks_per_node; });
  return slots;
}

TaskSlots task_slots(Hosts const& hosts, std::vector<std::uint32_t> const* some,
                     std::uint64_t ranks_per_node) {
  auto const number = num_task_slots(hosts, some, ranks_per_node);
  constexpr std::uint64_t bytes_per_slot = 12;
  require_memory(number * bytes_per_slot, fmt::format("slots for {} tasks", number));
  std::vector<std::uint32_t> in_turn;
  in_turn.reserve(number);
  for_each_host(hosts, some, [&](std::vector<std::uint32_t> const& own) {
    for (std::uint64_t rank = 0; rank < ranks_per_node; ++rank) in_turn.push_back(own[rank % own.size()]);
  });
  std::vector<std::uint32_t> order(number);
  std::iota(order.begin(), order.end(), 0U);
  std::ranges::stable_sort(order, {}, [&](std::uint32_t slot) { return in_turn[slot]; });
  TaskSlots slots{.terminals = {}, .by_host = std::vector<std::uint32_t>(number)};
  for (std::uint32_t i = 0; i < number; ++i) {
    slots.terminals.push_back(in_turn[order[i]]);
    slots.by_host[order[i]] = i;
  }
  return slots;
}

}  // namespace weft
