#include "weft/engine/load/router_traffic.hpp"

#include <algorithm>

namespace weft::load {

RouterTraffic::RouterTraffic(Communication const& communication, std::span<std::uint32_t const> placement,
                             Network const& network)
    : communication_(&communication),
      network_(&network),
      target_(placement.size()),
      first_task_(network.num_routers() + 1, 0),
      tasks_(placement.size()),
      out_(network.num_routers(), 0),
      in_(network.num_routers(), 0) {
  for (std::size_t task = 0; task < placement.size(); ++task) {
    target_[task] = network.ejection_router({placement[task]}).v;
    ++first_task_[network.injection_router({placement[task]}).v + std::size_t{1}];
  }
  for (std::size_t r = 0; r < network.num_routers(); ++r) first_task_[r + 1] += first_task_[r];
  auto next = first_task_;
  for (std::uint32_t task = 0; task < placement.size(); ++task)
    tasks_[next[network.injection_router({placement[task]}).v]++] = task;

  std::vector<std::uint64_t> to(network.num_routers());
  for (std::uint32_t r = 0; r < network.num_routers(); ++r) {
    if (first_task_[r] == first_task_[r + std::size_t{1}]) continue;
    std::ranges::fill(to, 0);
    add_sent({r}, to);
    for (std::size_t other = 0; other < to.size(); ++other) {
      out_[r] += to[other];
      in_[other] += to[other];
    }
  }
}

void RouterTraffic::add_sent(RouterId from, std::span<std::uint64_t> to) const {
  auto const before = to[from.v];
  for (auto i = first_task_[from.v]; i < first_task_[from.v + std::size_t{1}]; ++i) {
    for (auto const& flow : communication_->flows_of(tasks_[i])) to[target_[flow.to]] += flow.units;
    for (auto const g : communication_->groups_of(tasks_[i])) {
      auto const [units, members] = communication_->group(g);
      for (auto const task : members) to[target_[task]] += units;
    }
  }
  to[from.v] = before;
}

}  // namespace weft::load
