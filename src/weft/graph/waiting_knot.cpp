// SPDX-License-Identifier: Apache-2.0
#include "weft/graph/waiting_knot.hpp"

#include <algorithm>

#include "weft/graph/shortest_cycle.hpp"

namespace weft {
namespace {

/// Returns, for each waiter, whether it can never continue: true for all waiters that are not eventually
/// freed.
std::vector<bool> find_stuck(Waiting const& waiting) {
  auto const count = waiting.num_waiters();
  std::vector<Arc> holder_to_waiter;  // arcs from a holder to its waiters
  std::vector<bool> stuck(count, true);
  std::vector<std::uint32_t> free;
  for (std::uint32_t w = 0; w < count; ++w) {
    auto const requested = waiting.requested_by(w);
    bool continues = requested.empty();
    for (auto const thing : requested) {
      continues = continues || waiting.holder[thing] == Waiting::no_waiter;
      if (waiting.holder[thing] != Waiting::no_waiter)
        holder_to_waiter.emplace_back(waiting.holder[thing], w);
    }
    if (!continues) continue;
    stuck[w] = false;
    free.push_back(w);
  }
  auto const waits_on = Graph::from_arcs(count, holder_to_waiter);
  for (std::size_t i = 0; i < free.size(); ++i)
    for (auto const w : waits_on.heads(free[i]))
      if (stuck[w]) {
        stuck[w] = false;
        free.push_back(w);
      }
  return stuck;
}

/// Returns the wait-for graph of the stuck waiters, numbered by their index in `stuck`.
Graph waits_among(Waiting const& waiting, std::vector<std::uint32_t> const& stuck) {
  std::vector<std::uint32_t> number(waiting.num_waiters());
  for (std::size_t i = 0; i < stuck.size(); ++i) number[stuck[i]] = static_cast<std::uint32_t>(i);
  std::vector<Arc> arcs;
  for (std::size_t i = 0; i < stuck.size(); ++i)
    for (auto const thing : waiting.requested_by(stuck[i]))
      arcs.emplace_back(static_cast<Vertex>(i), number[waiting.holder[thing]]);
  return Graph::from_arcs(stuck.size(), arcs);
}

/// Returns the component without outgoing arcs that contains the lowest vertex in any such component.
std::uint32_t find_knot(Graph const& graph, StrongComponents const& components) {
  std::vector<bool> closed(components.size.size(), true);
  for (Vertex v = 0; v < graph.num_vertices(); ++v)
    for (auto const head : graph.heads(v))
      if (components.of[head] != components.of[v]) closed[components.of[v]] = false;
  Vertex v = 0;
  while (!closed[components.of[v]]) ++v;
  return components.of[v];
}

}  // namespace

WaitingKnot find_waiting_knot(Waiting const& waiting) {
  WaitingKnot knot;
  auto const is_stuck = find_stuck(waiting);
  for (std::uint32_t w = 0; w < is_stuck.size(); ++w)
    if (is_stuck[w]) knot.stuck.push_back(w);
  if (knot.stuck.empty()) return knot;
  auto const among = waits_among(waiting, knot.stuck);
  auto components = strong_components(among);
  auto const the_knot = find_knot(among, components);
  for (Vertex v = 0; v < among.num_vertices(); ++v)
    if (components.of[v] == the_knot) knot.members.push_back(knot.stuck[v]);
  components.cyclic.assign(components.cyclic.size(), false);
  components.cyclic[the_knot] = true;
  auto const cycle = shortest_cycle(among, components);
  for (std::size_t i = 0; i < cycle.size(); ++i) {
    auto const waiter = knot.stuck[cycle[i]], next = knot.stuck[cycle[(i + 1) % cycle.size()]];
    auto const requested = waiting.requested_by(waiter);
    knot.cycle.push_back({waiter, *std::ranges::find_if(
                                      requested, [&](auto thing) { return waiting.holder[thing] == next; })});
  }
  return knot;
}

}  // namespace weft
