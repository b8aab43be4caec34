// SPDX-License-Identifier: Apache-2.0
#include "weft/workload/task_slots.hpp"

#include <algorithm>
#include <functional>
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

/// Returns the slots with the terminals `in_turn`, which are in the order of hosts.
TaskSlots sorted_slots(std::vector<std::uint32_t> const& in_turn) {
  std::vector<std::uint32_t> order(in_turn.size());
  std::iota(order.begin(), order.end(), 0U);
  std::ranges::stable_sort(order, {}, [&](std::uint32_t slot) { return in_turn[slot]; });
  TaskSlots slots{.terminals = {}, .by_host = std::vector<std::uint32_t>(in_turn.size())};
  for (std::uint32_t i = 0; i < order.size(); ++i) {
    slots.terminals.push_back(in_turn[order[i]]);
    slots.by_host[order[i]] = i;
  }
  return slots;
}

/// Appends the terminals of the slots of one host.
void add_slots(std::vector<std::uint32_t> const& own, std::uint64_t count,
               std::vector<std::uint32_t>& in_turn) {
  for (std::uint64_t slot = 0; slot < count; ++slot) in_turn.push_back(own[slot % own.size()]);
}

/// Returns whether all used hosts have `ranks_per_node` tasks, except for at most one host with fewer tasks.
bool are_whole(std::vector<std::uint64_t> const& tasks_on, std::uint64_t ranks_per_node) {
  auto const partial = std::ranges::count_if(
      tasks_on, [&](std::uint64_t tasks) { return tasks > 0 && tasks < ranks_per_node; });
  return partial <= 1 && std::ranges::max(tasks_on) <= ranks_per_node;
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
  for_each_host(hosts, some,
                [&](std::vector<std::uint32_t> const& own) { add_slots(own, ranks_per_node, in_turn); });
  return sorted_slots(in_turn);
}

std::optional<TaskSlots> whole_host_slots(Hosts const& hosts, std::vector<std::uint32_t> const* some,
                                          std::uint64_t ranks_per_node,
                                          std::span<std::uint32_t const> placement) {
  std::vector<std::uint64_t> tasks_on(hosts.size(), 0);
  for (auto const terminal : placement) ++tasks_on[hosts.slot_of({terminal}).host];
  if (are_whole(tasks_on, ranks_per_node)) return {};
  std::vector<std::uint32_t> chosen(hosts.size());
  std::iota(chosen.begin(), chosen.end(), 0U);
  std::ranges::stable_sort(chosen, std::greater{}, [&](std::uint32_t host) { return tasks_on[host]; });
  std::vector<std::uint64_t> slots_of(hosts.size(), 0);
  auto left = static_cast<std::uint64_t>(placement.size());
  for (auto const host : chosen) {
    slots_of[host] = tasks_on[host] == 0 ? 0 : std::min(left, ranks_per_node);
    left -= slots_of[host];
  }
  std::vector<std::uint32_t> in_turn;
  in_turn.reserve(placement.size());
  for_each_host(hosts, some, [&](std::vector<std::uint32_t> const& own) {
    add_slots(own, slots_of[hosts.slot_of({own.front()}).host], in_turn);
  });
  return sorted_slots(in_turn);
}

}  // namespace weft
