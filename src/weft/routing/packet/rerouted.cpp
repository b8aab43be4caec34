// SPDX-License-Identifier: Apache-2.0
#include "weft/routing/packet/rerouted.hpp"

#include <algorithm>
#include <bit>
#include <string>

#include "weft/core/error.hpp"
#include "weft/core/random.hpp"
#include "weft/graph/strong_components.hpp"

namespace weft {

namespace {

/// Returns the graph of the switches, without hosts. Appends the index of each switch to `number`, and 0 for
/// each host.
Graph graph_of_switches(Network const& network, std::vector<std::uint32_t>& number) {
  auto const whole = router_graph(network);
  std::uint32_t switches = 0;
  for (std::uint32_t r = 0; r < network.num_routers(); ++r)
    number.push_back(network.is_host({r}) ? 0 : switches++);
  std::vector<Arc> arcs;
  for (std::uint32_t r = 0; r < network.num_routers(); ++r)
    for (auto const head : whole.heads(r))
      if (!network.is_host({r}) && !network.is_host({head})) arcs.emplace_back(number[r], number[head]);
  return Graph::from_arcs(switches, arcs);
}

}  // namespace

Reachability::Reachability(Network const& network) : network_(&network) {
  std::vector<std::uint32_t> number;
  auto const graph =
      network.has_multihomed_hosts() ? graph_of_switches(network, number) : router_graph(network);
  auto found = strong_components(graph);
  auto const components = found.size.size();
  words_ = components / 64 + 1;
  if (words_ * components > std::size_t{1} << 28)
    throw InputError{"the failures split the network into " + std::to_string(components) + " parts",
                     "at most about 130,000 disconnected parts are supported"};
  reached_.resize(words_ * components);
  std::vector<std::vector<std::uint32_t>> members(components);
  for (std::uint32_t r = 0; r < found.of.size(); ++r) members[found.of[r]].push_back(r);
  for (std::uint32_t a = 0; a < components; ++a)
    for (auto const r : members[a])
      for (auto const to : graph.heads(r)) {
        auto const b = found.of[to];
        if (b == a || (reached_[a * words_ + b / 64] >> b % 64 & 1) != 0) continue;
        reached_[a * words_ + b / 64] |= std::uint64_t{1} << b % 64;
        for (std::size_t i = 0; i < words_; ++i) reached_[a * words_ + i] |= reached_[b * words_ + i];
      }
  if (number.empty()) {
    component_ = std::move(found.of);
    return;
  }
  for (std::uint32_t r = 0; r < number.size(); ++r)
    component_.push_back(network.is_host({r}) ? 0 : found.of[number[r]]);
}

bool Reachability::host_reaches(RouterId from, RouterId to) const {
  // Returns whether the router, or for a host any switch at the other end of its working channels, satisfies
  // the predicate.
  auto const any_end = [&](RouterId r, bool leaving, auto satisfies) {
    if (!network_->is_host(r)) return satisfies(r);
    for (std::uint16_t p = 0, ports = leaving ? network_->degree(r) : network_->in_degree(r); p < ports;
         ++p) {
      auto const c = leaving ? network_->channel(r, {p}) : network_->incoming(r, {p});
      auto const far = leaving ? network_->target(c) : network_->source(c);
      if (!network_->channel_failed(c) && !network_->is_host(far) && satisfies(far)) return true;
    }
    return false;
  };
  return any_end(from, true, [&](RouterId first) {
    return any_end(to, false, [&](RouterId last) { return joined(first, last); });
  });
}

namespace {

/// Indices of the words that are derived from the draw of a head: words 0 .. tries - 1 select ports; the
/// other constants are the indices of words for other purposes.
constexpr std::uint64_t tries = 32, choice_word = 32, length_word = 33, start_word = 34;

}  // namespace

Rerouted::Rerouted(PacketRoutingPtr routing, NetworkPtr network, std::uint64_t table_limit)
    : routing_(std::move(routing)),
      network_(std::move(network)),
      inner_(routing_->traits()),
      traits_(inner_) {
  if (network_->num_routers() <= table_limit)
    table_ = std::make_unique<DistanceTable const>(network_);
  else
    components_ = std::make_unique<Reachability const>(*network_);
  traits_.has_state = true;
  traits_.draws = true;
  traits_.exact_hops = false;
  traits_.hop_bound = table_ ? inner_.hop_bound + table_->diameter() : ~0u;
}

bool Rerouted::reaches(RouterId from, RouterId to) const {
  if (network_->router_failed(from) || network_->router_failed(to)) return false;
  return table_ ? table_->reaches(from, to) : components_->reaches(from, to);
}

bool Rerouted::usable(RouterId at, PortId port, RouterId to) const {
  auto const c = network_->channel(at, port);
  auto const next = network_->target(c);
  return !network_->channel_failed(c) && network_->may_enter(next, to) && reaches(next, to);
}

void Rerouted::start(Heads const& heads) const {
  if (inner_.has_state)
    routing_->start(heads);
  else
    std::ranges::fill(heads.next_state, 0u);
}

void Rerouted::route(Heads const& heads) const {
  for (std::size_t begin = 0; begin < heads.size(); begin += block)
    route_block(heads, begin, std::min(block, heads.size() - begin));
}

void Rerouted::route_block(Heads const& heads, std::size_t begin, std::size_t size) const {
  std::uint32_t state[block];
  for (std::size_t i = 0; i < size; ++i) {
    auto const own = heads.state[begin + i];
    state[i] = own & detoured ? 0 : own;  // unused in this case; 0 is a state that the routing can read
  }
  Heads inner = heads.part(begin, size, inner_.width);
  inner.state =
      inner_.has_state ? std::span<std::uint32_t const>{state, size} : std::span<std::uint32_t const>{};
  routing_->route(inner);
  for (std::size_t i = 0; i < size; ++i) {
    auto const at = heads.at[begin + i], to = routing_->decode(heads.to[begin + i]);
    auto* const port = &heads.port[(begin + i) * inner_.width];
    auto* const next = &heads.next_state[(begin + i) * inner_.width];
    if (!inner_.has_state) std::fill_n(next, inner_.width, state[i]);
    auto const left = heads.state[begin + i] & detoured;
    if (left == 0 && port[0] == arrived && at == to) continue;
    std::uint16_t count = inner_.width > 1 ? heads.candidates[begin + i] : std::uint16_t{1};
    if (left == 0) count = keep_usable(at, to, port, next, count);
    if (left != 0 || count == 0) {
      auto const words = RandomWords::derived(heads.draw[begin + i]);
      count = 1;
      port[0] = at == to ? arrived : detour(at, to, words);
      if (at != to)
        next[0] = after_detour(network_->target(network_->channel(at, port[0])), heads, begin + i, words);
    }
    if (inner_.width > 1) heads.candidates[begin + i] = count;
  }
}

/// Moves the usable candidates to the front; returns the number of usable candidates.
std::uint16_t Rerouted::keep_usable(RouterId at, RouterId to, PortId* ports, std::uint32_t* states,
                                    std::uint16_t count) const {
  std::uint16_t kept = 0;
  for (std::uint16_t k = 0; k < count; ++k) {
    if (ports[k] == arrived || !usable(at, ports[k], to)) continue;
    ports[kept] = ports[k];
    states[kept++] = states[k];
  }
  return kept;
}

/// Returns a port on a shortest surviving path; if there is no table, a random usable port.
PortId Rerouted::detour(RouterId at, RouterId to, RandomWords const& words) const {
  auto const degree = network_->degree(at);
  if (!table_)
    for (std::uint64_t k = 0; k < tries; ++k)
      if (PortId const port{static_cast<std::uint16_t>(words.below(degree, k))}; usable(at, port, to))
        return port;
  PortId port = arrived;
  choose_port(MinimalChoice::random, 1, degree, words(choice_word), &port,
              [&](PortId p) { return table_ ? table_->leads(at, p, to) : usable(at, p, to); });
  return port;
}

/// Returns the state of head i after a hop of its detour to router `next`. If there is no table, the lower
/// bits store the remaining steps of a walk and, above them, if the routing has no state, the number of
/// walks.
std::uint32_t Rerouted::after_detour(RouterId next, Heads const& heads, std::size_t i,
                                     RandomWords const& words) const {
  if (table_) return detoured;
  auto const state = heads.state[i];
  auto steps = state & (walk_unit - 1), walks = inner_.has_state ? 0 : (state & ~detoured) / walk_unit;
  if ((state & detoured) == 0) {
    auto const exponent =
        inner_.has_state ? static_cast<std::uint32_t>(std::countl_zero(words(length_word))) / 2 : walks / 4;
    steps = 2u << std::min(exponent, 16u);
    walks = std::min(walks + 1, 63u);
  }
  if (steps > 1) return detoured | walks * walk_unit | (steps - 1);
  if (!inner_.has_state) return walks * walk_unit;
  std::uint32_t fresh = 0;
  auto const word = words(start_word);
  routing_->start({.at = {&next, 1}, .to = {&heads.to[i], 1}, .draw = {&word, 1}, .next_state = {&fresh, 1}});
  return fresh;
}

void Rerouted::hops_left(Heads const& heads, std::span<std::uint32_t> hops) const {
  if (!table_) return routing_->hops_left(heads, hops);
  for (std::size_t i = 0; i < heads.size(); ++i)
    hops[i] = table_->distance(heads.at[i], routing_->decode(heads.to[i]));
}

}  // namespace weft
