// SPDX-License-Identifier: Apache-2.0
#include "weft/engine/load/router_traffic.hpp"

#include <algorithm>
#include <numeric>

namespace weft::load {

void RouterUnits::clear() {
  for (auto const router : routers_) {
    units_[router] = 0;
    seen_[router] = false;
  }
  routers_.clear();
}

RouterTraffic::ByRouter RouterTraffic::by_router(std::span<std::uint32_t const> router_of,
                                                 std::uint64_t routers) {
  ByRouter result{std::vector<std::uint32_t>(routers + 1, 0), std::vector<std::uint32_t>(router_of.size())};
  for (auto const router : router_of) ++result.first[router + std::size_t{1}];
  std::partial_sum(result.first.begin(), result.first.end(), result.first.begin());
  auto next = result.first;
  for (std::uint32_t task = 0; task < router_of.size(); ++task) result.tasks[next[router_of[task]]++] = task;
  return result;
}

RouterTraffic::RouterTraffic(Communication const& communication, std::span<std::uint32_t const> placement,
                             Network const& network)
    : communication_(&communication),
      network_(&network),
      source_(placement.size()),
      target_(placement.size()),
      terminal_(placement.begin(), placement.end()),
      out_(network.num_routers(), 0),
      in_(network.num_routers(), 0) {
  for (std::size_t task = 0; task < placement.size(); ++task) {
    source_[task] = network.injection_router({placement[task]}).v;
    target_[task] = network.ejection_router({placement[task]}).v;
  }
  senders_ = by_router(source_, network.num_routers());
  receivers_ = by_router(target_, network.num_routers());
  add_totals();
}

double RouterTraffic::tasks_per_terminal() const {
  std::vector<bool> taken(network_->num_terminals(), false);
  for (auto const terminal : terminal_) taken[terminal] = true;
  auto const terminals = std::ranges::count(taken, true);
  return terminals == 0 ? 1 : static_cast<double>(terminal_.size()) / static_cast<double>(terminals);
}

double RouterTraffic::max_terminal_units() const {
  std::vector<std::uint64_t> sent(network_->num_terminals(), 0), received(network_->num_terminals(), 0);
  for (auto const& flow : communication_->flows())
    if (terminal_[flow.from] != terminal_[flow.to]) {
      sent[terminal_[flow.from]] += flow.units;
      received[terminal_[flow.to]] += flow.units;
    }
  RouterUnits tasks(network_->num_terminals());
  for (std::size_t g = 0; g < communication_->num_groups(); ++g) {
    auto const [units, members] = communication_->group(g);
    tasks.clear();
    for (auto const task : members) tasks.add(terminal_[task], 1);
    for (auto const terminal : tasks.routers()) {
      auto const leaving = units * tasks[terminal] * (members.size() - tasks[terminal]);
      sent[terminal] += leaving;
      received[terminal] += leaving;
    }
  }
  double max = 0;
  for (std::uint32_t t = 0; t < sent.size(); ++t)
    max = std::max(max,
                   static_cast<double>(std::max(sent[t], received[t])) / network_->terminal_bandwidth({t}));
  return max;
}

void RouterTraffic::add_totals() {
  for (auto const& flow : communication_->flows())
    if (source_[flow.from] != target_[flow.to]) {
      out_[source_[flow.from]] += flow.units;
      in_[target_[flow.to]] += flow.units;
    }
  RouterUnits from(network_->num_routers()), to(network_->num_routers());
  for (std::size_t g = 0; g < communication_->num_groups(); ++g) {
    auto const [units, members] = communication_->group(g);
    from.clear();
    to.clear();
    for (auto const task : members) {
      from.add(source_[task], 1);
      to.add(target_[task], 1);
    }
    for (auto const r : from.routers()) out_[r] += units * from[r] * (members.size() - to[r]);
    for (auto const r : to.routers()) in_[r] += units * to[r] * (members.size() - from[r]);
  }
}

void RouterTraffic::collect_sent(RouterId from, RouterUnits& to) const {
  to.clear();
  for (auto const task : senders_.of(from)) {
    for (auto const& flow : communication_->flows_of(task)) to.add(target_[flow.to], flow.units);
    for (auto const g : communication_->groups_of(task)) {
      auto const [units, members] = communication_->group(g);
      for (auto const other : members) to.add(target_[other], units);
    }
  }
  to.drop(from.v);
}

void RouterTraffic::collect_received(RouterId to, RouterUnits& from) const {
  from.clear();
  for (auto const task : receivers_.of(to)) add_received(task, from);
  from.drop(to.v);
}

void RouterTraffic::collect_received(TerminalId to, RouterUnits& from) const {
  from.clear();
  auto const router = network_->ejection_router(to);
  for (auto const task : receivers_.of(router))
    if (terminal_[task] == to.v) add_received(task, from);
  from.drop(router.v);
}

void RouterTraffic::add_received(std::uint32_t task, RouterUnits& from) const {
  for (auto const position : communication_->flows_to(task)) {
    auto const& flow = communication_->flows()[position];
    from.add(source_[flow.from], flow.units);
  }
  for (auto const g : communication_->groups_of(task)) {
    auto const [units, members] = communication_->group(g);
    for (auto const other : members) from.add(source_[other], units);
  }
}

void RouterDemand::collect_sent(RouterId from, RouterUnits& to) const {
  if (intermediate_.empty()) return traffic_->collect_sent(from, to);
  to.clear();
  for (std::uint32_t r = 0; r < network().num_routers(); ++r)
    if (auto const units =
            traffic_->out()[from.v] * intermediate_[r] + intermediate_[from.v] * traffic_->in()[r];
        units > 0 && r != from.v)
      to.add(r, units);
}

void RouterDemand::collect_received(RouterId to, RouterUnits& from) const {
  if (intermediate_.empty()) return traffic_->collect_received(to, from);
  from.clear();
  for (std::uint32_t r = 0; r < network().num_routers(); ++r)
    if (auto const units = traffic_->out()[r] * intermediate_[to.v] + intermediate_[r] * traffic_->in()[to.v];
        units > 0 && r != to.v)
      from.add(r, units);
}

}  // namespace weft::load
