// SPDX-License-Identifier: Apache-2.0
#include "weft/engine/load/percs/demand.hpp"

#include "weft/core/error.hpp"

namespace weft::load {

PlacedTasks::PlacedTasks(Communication const& communication, std::span<std::uint32_t const> placement,
                         std::uint32_t supernodes)
    : communication_(&communication),
      placement_(placement),
      supernodes_(supernodes),
      task_on_(std::size_t{supernodes} * processors_per_supernode, nobody) {
  WEFT_EXPECT(placement.size() == communication.num_tasks());
  for (std::uint32_t task = 0; task < placement.size(); ++task) task_on_[placement[task]] = task;
}

GroupCounts::GroupCounts(PlacedTasks const& tasks, std::uint32_t width, bool by_supernode)
    : supernodes_(tasks.supernodes()), width_(width) {
  auto const& communication = tasks.communication();
  auto const groups = communication.num_groups();
  if (by_supernode) in_supernode_.assign(groups * supernodes_, 0);
  in_residue_.assign(groups * width, 0);
  for (std::size_t g = 0; g < groups; ++g)
    for (auto const task : communication.group(g).members) {
      auto const supernode = tasks.supernode(task);
      if (by_supernode) ++in_supernode_[g * supernodes_ + supernode];
      ++in_residue_[g * width + supernode % width];
    }
}

std::span<LocalGroups::Local const> LocalGroups::collect(PlacedTasks const& tasks, std::uint32_t supernode) {
  std::uint32_t count = 0;
  auto const there = tasks.tasks_in(supernode);
  for (std::uint32_t p = 0; p < there.size(); ++p) {
    if (there[p] == PlacedTasks::nobody) continue;
    auto const node = p / PercsCounts::processors_per_node;
    for (auto const group : tasks.communication().groups_of(there[p])) {
      if (slot_[group] == none) {
        slot_[group] = count++;
        if (locals_.size() < count) locals_.emplace_back();
        locals_[count - 1].group = group;
        locals_[count - 1].members = 0;
        locals_[count - 1].nodes.clear();
      }
      auto& local = locals_[slot_[group]];
      ++local.members;
      if (local.nodes.empty() || local.nodes.back().node != node)
        local.nodes.push_back({node, 1});
      else
        ++local.nodes.back().members;
    }
  }
  for (std::uint32_t i = 0; i < count; ++i) slot_[locals_[i].group] = none;
  return {locals_.data(), count};
}

}  // namespace weft::load
