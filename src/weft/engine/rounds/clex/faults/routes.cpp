// SPDX-License-Identifier: Apache-2.0
#include "weft/engine/rounds/clex/faults/routes.hpp"

#include <algorithm>
#include <functional>
#include <queue>
#include <tuple>
#include <unordered_map>
#include <utility>

#include "weft/core/parallel.hpp"
#include "weft/core/random.hpp"
#include "weft/topology/family/clex.hpp"

namespace weft::rounds {

std::optional<std::uint16_t> RoutePlanner::plan(std::uint32_t message, std::uint32_t source,
                                                std::uint32_t destination, std::uint32_t routes) const {
  for (std::uint32_t attempt = 0; attempt < routes; ++attempt)
    if (passes(message, source, destination, static_cast<std::uint16_t>(attempt)))
      return static_cast<std::uint16_t>(attempt);
  return std::nullopt;
}

std::uint16_t RoutePlanner::digit(std::uint32_t message, std::uint32_t destination, std::uint16_t attempt,
                                  std::size_t step) const {
  ClexMachine const& machine = network_.machine();
  if (std::uint32_t const level = calls_[step].target; level != 0)
    return static_cast<std::uint16_t>(destination / machine.power(level - 1) % machine.m);
  auto const block = static_cast<std::uint32_t>(attempt) << 16 | static_cast<std::uint32_t>(step);
  std::uint64_t const word = philox(seed_, Purpose::route, message, block)[0];
  return static_cast<std::uint16_t>(below32(word, machine.m));
}

bool RoutePlanner::passes(std::uint32_t message, std::uint32_t source, std::uint32_t destination,
                          std::uint16_t attempt) const {
  ClexMachine const& machine = network_.machine();
  Digits at(machine.levels);
  for (auto& digit : at) {
    digit = static_cast<std::int32_t>(source % machine.m);
    source /= machine.m;
  }
  for (std::size_t step = 0; step < calls_.size(); ++step) {
    if (calls_[step].exchange != 0) exchange(at, calls_[step].exchange);
    at[0] = digit(message, destination, attempt, step);
    auto const gate = node(at);
    if (!gate) continue;
    if (!network_.node_works(*gate)) return false;
    bool const last = step + 1 == calls_.size();
    if (!last && calls_[step + 1].exchange != 0 && !network_.leads_on(*gate, calls_[step + 1].exchange))
      return false;
  }
  return true;
}

void RoutePlanner::exchange(Digits& at, std::uint32_t level) const {
  ClexMachine const& machine = network_.machine();
  std::int32_t const to = at[0], from = at[level - 1], lands_on = machine.single_link ? from : free;
  at[level - 1] = to;
  if (machine.low_landing) {
    at[0] = lands_on;
    return;
  }
  for (std::uint32_t i = 0; i + 2 < level; ++i) at[i] = at[i + 1];
  at[level - 2] = lands_on;
}

std::optional<std::uint32_t> RoutePlanner::node(Digits const& at) const {
  std::uint64_t node = 0;
  for (std::size_t i = at.size(); i-- > 0;) {
    if (at[i] == free) return std::nullopt;
    node = node * network_.machine().m + static_cast<std::uint32_t>(at[i]);
  }
  return static_cast<std::uint32_t>(node);
}

DetourFinder::DetourFinder(SurvivingClex const& network)
    : network_(network), degree_(network.clex().degree({0})) {
  for (Side* const side : {&forward_, &backward_}) {
    side->seen.assign(network.clex().num_routers(), 0);
    side->by.resize(network.clex().num_routers());
  }
}

void DetourFinder::begin(Side& side, std::uint32_t root) {
  side.seen[root] = search_;
  side.frontier.assign(1, root);
}

/// Advances the frontier by one hop. Returns the first node found that the other search has reached, or
/// nullopt if there is none.
template <class Step>
std::optional<std::uint32_t> DetourFinder::expand(Side& side, Side const& other, Step step) {
  next_.clear();
  for (std::uint32_t const node : side.frontier)
    for (std::uint32_t i = 0; i < degree_; ++i) {
      std::uint32_t const p = first_port_ + i < degree_ ? first_port_ + i : first_port_ + i - degree_;
      auto const [to, channel] = step(RouterId{node}, PortId{static_cast<std::uint16_t>(p)});
      if (side.seen[to.v] == search_ || !network_.channel_works(channel)) continue;
      side.seen[to.v] = search_;
      side.by[to.v] = channel;
      if (other.seen[to.v] == search_) return to.v;
      next_.push_back(to.v);
    }
  std::swap(side.frontier, next_);
  return std::nullopt;
}

std::optional<std::uint32_t> DetourFinder::meeting_point(std::uint32_t from, std::uint32_t to) {
  topology::Clex const& clex = network_.clex();
  auto const ahead = [&](RouterId node, PortId p) {
    return std::pair{clex.neighbor(node, p).router, ChannelId{node, p}};
  };
  auto const back = [&](RouterId node, PortId p) {
    Hop const start = clex.source(node, p);
    return std::pair{start.router, ChannelId{start.router, start.port}};
  };
  begin(forward_, from);
  begin(backward_, to);
  while (!forward_.frontier.empty() && !backward_.frontier.empty()) {
    auto const met = forward_.frontier.size() <= backward_.frontier.size()
                         ? expand(forward_, backward_, ahead)
                         : expand(backward_, forward_, back);
    if (met) return met;
  }
  return std::nullopt;
}

std::optional<std::vector<ChannelId>> DetourFinder::find(std::uint32_t from, std::uint32_t to,
                                                         std::uint64_t salt) {
  if (!network_.node_works(from) || !network_.node_works(to)) return std::nullopt;
  std::vector<ChannelId> way;
  if (from == to) return way;
  ++search_;
  first_port_ = static_cast<std::uint32_t>(mix64(salt) % degree_);
  auto const middle = meeting_point(from, to);
  if (!middle) return std::nullopt;
  for (std::uint32_t node = *middle; node != from; node = way.back().router().v)
    way.push_back(forward_.by[node]);
  std::reverse(way.begin(), way.end());
  for (std::uint32_t node = *middle; node != to;) {
    way.push_back(backward_.by[node]);
    node = network_.clex().neighbor(way.back().router(), way.back().port()).router.v;
  }
  return way;
}

std::vector<Detour> find_detours(SurvivingClex const& network, std::vector<Parcel>& parcels,
                                 bool asynchronous) {
  using Status = Parcel::Status;
  std::vector<Detour> detours;
  for (std::uint32_t id = 0; id < parcels.size(); ++id)
    if (parcels[id].status == Status::stuck)
      detours.push_back({id, asynchronous ? parcels[id].clock : 0, {}, false});
  std::vector<std::optional<DetourFinder>> finders(num_threads());
  parallel_for(detours.size(), [&](std::size_t i, unsigned worker) {
    Detour& detour = detours[i];
    Parcel& parcel = parcels[detour.message];
    auto& finder = finders[worker];
    if (!finder) finder.emplace(network);
    auto way = finder->find(parcel.at, parcel.destination, detour.message);
    if (!way && parcel.at != parcel.source) {
      way = finder->find(parcel.source, parcel.destination, detour.message);
      detour.restarted = true;
    }
    if (way)
      detour.way = std::move(*way);
    else
      parcel.status = Status::unreachable;
  });
  std::erase_if(detours, [&](Detour const& d) { return parcels[d.message].status == Status::unreachable; });
  return detours;
}

DetourTally run_detours(std::vector<Detour>& detours, Medium medium) {
  using Event = std::tuple<Ticks, std::uint32_t, std::uint32_t>;  // time, detour, completed hops
  std::priority_queue<Event, std::vector<Event>, std::greater<>> events;
  for (std::uint32_t i = 0; i < detours.size(); ++i) events.emplace(detours[i].start, i, 0);
  std::unordered_map<std::uint64_t, Ticks> free;
  DetourTally tally;
  while (!events.empty()) {
    auto const [time, index, done] = events.top();
    events.pop();
    Detour& detour = detours[index];
    if (done == detour.way.size()) {
      detour.arrived = time;
      continue;
    }
    Ticks& channel_free = free[detour.way[done].v];
    Passage const passage = stop_and_wait(medium, std::max(time, channel_free));
    channel_free = passage.free;
    tally.hops += passage.attempts;
    tally.duplicates += passage.duplicates;
    detour.after.push_back(passage.arrived);
    events.emplace(passage.arrived, index, done + 1);
  }
  return tally;
}

}  // namespace weft::rounds
