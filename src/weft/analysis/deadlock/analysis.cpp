// SPDX-License-Identifier: Apache-2.0
#include "weft/analysis/deadlock/analysis.hpp"

#include <algorithm>
#include <iterator>

#include "weft/analysis/deadlock/escape_condition.hpp"
#include "weft/graph/shortest_cycle.hpp"

namespace weft::deadlock {
namespace {

class Rings {
 public:
  /// Finds the rings. `waits`, `tight`: the relevant dependencies of the graph.
  Rings(DependencyGraph const& graph, Graph const& waits, Graph const& tight)
      : graph_(graph),
        waits_(waits),
        tight_(tight),
        parts_(strong_components(tight)),
        members_(parts_.size.size()) {
    for (Vertex v = 0; v < graph.channels.size(); ++v) members_[parts_.of[v]].push_back(v);
  }

  BubbleVerdict verdict() {
    BubbleVerdict out;
    for (std::uint32_t part = 0; part < members_.size(); ++part) {
      if (!parts_.cyclic[part]) continue;
      ++out.rings;
      if (is_ring(part)) continue;
      out.cycle = inside(part);
      out.why = "its packets follow more than one ring";
      return out;
    }
    if (auto const v = tight_entry(); v != none) {
      out.cycle = inside(parts_.of[v]);
      out.why = "packets enter it with room for only one packet";
      return out;
    }
    out.cycle = between();
    if (!out.cycle.empty()) out.why = "it traverses several rings";
    return out;
  }

 private:
  static constexpr Vertex none = 0xffffffff;

  bool is_ring(std::uint32_t part) const {
    auto const& members = members_[part];
    auto const same_part = [&](Vertex v) { return parts_.of[v] == part; };
    for (auto const v : members) {
      std::vector<Vertex> next;
      std::ranges::copy_if(tight_.heads(v), std::back_inserter(next), same_part);
      auto const channel = graph_.channels[next[0]].channel;
      auto const on_it = [&](Vertex w) { return graph_.channels[w].channel == channel; };
      if (!std::ranges::all_of(next, on_it)) return false;
      if (next.size() != static_cast<std::size_t>(std::ranges::count_if(members, on_it))) return false;
    }
    return true;
  }
  /// Returns a channel of a ring that packets can enter with room for only one packet, or `none`.
  Vertex tight_entry() const {
    for (Vertex v = 0; v < graph_.channels.size(); ++v) {
      if (graph_.entered_without_bubble[v] && parts_.cyclic[parts_.of[v]]) return v;
      for (auto const head : tight_.heads(v))
        if (parts_.of[head] != parts_.of[v] && parts_.cyclic[parts_.of[head]]) return head;
    }
    return none;
  }
  /// Returns a shortest cycle inside `part`.
  std::vector<Vertex> inside(std::uint32_t part) const {
    auto only = parts_;
    only.cyclic.assign(only.cyclic.size(), false);
    only.cyclic[part] = true;
    return shortest_cycle(tight_, only);
  }
  /// Returns a cycle of channels that consists of a cycle of parts and of paths inside the parts; empty if
  /// there is none.
  std::vector<Vertex> between() const {
    std::vector<Arc> arcs;
    for (Vertex v = 0; v < graph_.channels.size(); ++v)
      for (auto const head : waits_.heads(v))
        if (parts_.of[head] != parts_.of[v]) arcs.emplace_back(parts_.of[v], parts_.of[head]);
    auto const parts = simple(Graph::from_arcs(members_.size(), arcs));
    auto const cycle = shortest_cycle(parts, strong_components(parts));
    std::vector<Arc> crossings;
    for (std::size_t i = 0; i < cycle.size(); ++i)
      crossings.push_back(crossing(cycle[i], cycle[(i + 1) % cycle.size()]));
    std::vector<Vertex> out;
    for (std::size_t i = 0; i < cycle.size(); ++i) {
      auto const entry = crossings[(i + cycle.size() - 1) % cycle.size()].second;
      append_path(entry, crossings[i].first, out);
    }
    return out;
  }
  Arc crossing(std::uint32_t from, std::uint32_t to) const {
    for (auto const v : members_[from])
      for (auto const head : waits_.heads(v))
        if (parts_.of[head] == to) return {v, head};
    return {none, none};
  }
  /// Appends the path between two channels of a part, including both channels.
  void append_path(Vertex from, Vertex to, std::vector<Vertex>& out) const {
    out.push_back(from);
    while (from != to) {
      auto const heads = tight_.heads(from);
      auto const same_part = [&](Vertex v) { return parts_.of[v] == parts_.of[to]; };
      bool const next_is_last = std::ranges::find(heads, to) != heads.end();
      from = next_is_last ? to : *std::ranges::find_if(heads, same_part);
      out.push_back(from);
    }
  }

  DependencyGraph const& graph_;
  Graph const& waits_;
  Graph const& tight_;
  StrongComponents parts_;
  std::vector<std::vector<Vertex>> members_;
};

/// Returns the steps of a cycle, each with a packet. `known`: the known passages of steps; may be empty.
std::vector<CycleStep> steps_of(Legs const& legs, DependencyGraph const& graph,
                                std::vector<Vertex> const& cycle,
                                std::vector<std::optional<Passage>> const& known, Progress& progress) {
  std::vector<Arc> direct;
  for (std::size_t i = 0; i < cycle.size(); ++i)
    if (known.empty() || !known[i]) direct.emplace_back(cycle[i], cycle[(i + 1) % cycle.size()]);
  auto const found = find_passages(legs, graph, direct, progress);
  std::vector<CycleStep> steps;
  for (std::size_t i = 0, next = 0; i < cycle.size(); ++i) {
    bool const indirect = !known.empty() && known[i];
    auto const passage = indirect ? *known[i] : found[next++].value();
    steps.push_back({graph.channels[cycle[i]], graph.channels[cycle[(i + 1) % cycle.size()]],
                     trace(legs, passage), indirect});
  }
  return steps;
}

/// The cycle that refutes a routing, with packets for some of its dependencies.
struct Refutation {
  std::vector<Vertex> cycle;
  std::vector<std::optional<Passage>> passages;
};

Refutation judge_bubbles(BubbleVerdict verdict, Analysis& out) {
  out.rings = verdict.rings;
  out.whole_packets = true;
  if (verdict.holds()) out.proof = Proof::bubble;
  out.why = std::move(verdict.why);
  return {std::move(verdict.cycle), {}};
}

Refutation judge_escapes(Legs const& legs, DependencyGraph const& graph, routing::ChannelTraits const& traits,
                         Analysis& out, Progress& progress) {
  out.escape_channels = static_cast<std::uint64_t>(std::ranges::count(graph.is_escape, true));
  if (!graph.escape_everywhere) {
    out.why = "some waiting packets have no escape channel";
    return {out.cycles.shortest, {}};
  }
  if (traits.preserves_bubble) return judge_bubbles(bubble_condition_of_escapes(graph), out);
  auto verdict = escape_condition(legs, graph, progress);
  out.escape_dependencies = verdict.dependencies;
  if (verdict.holds()) {
    out.proof = Proof::escape;
    return {};
  }
  auto const direct = cycle_facts(direct_escape_dependencies(graph), progress);
  if (!direct.cyclic() && traits.needs_whole_packets) {
    out.proof = Proof::escape;
    out.whole_packets = true;
  }
  out.why = "the extended dependencies of the escape channels are cyclic";
  if (!direct.cyclic())
    out.why +=
        ", but the direct dependencies are not: virtual cut-through is "
        "sufficient";
  return {std::move(verdict.cycle), std::move(verdict.passages)};
}

}  // namespace

BubbleVerdict bubble_condition(DependencyGraph const& graph) {
  return Rings(graph, graph.waits, graph.tight).verdict();
}

BubbleVerdict bubble_condition_of_escapes(DependencyGraph const& graph) {
  std::vector<Arc> tight;
  for (Vertex v = 0; v < graph.channels.size(); ++v)
    for (auto const head : graph.tight.heads(v))
      if (graph.is_escape[head]) tight.emplace_back(v, head);
  return Rings(graph, direct_escape_dependencies(graph), Graph::from_arcs(graph.channels.size(), tight))
      .verdict();
}

namespace {

/// Returns the analysis of a deflection routing, whose packets can use all working channels and never wait
/// for one.
Analysis analysis_without_buffers(Network const& network) {
  Analysis out;
  out.proof = Proof::bufferless;
  for (std::uint32_t c = 0; c < network.num_channels(); ++c) out.channels += !network.channel_failed({c});
  return out;
}

}  // namespace

Analysis analyze(Network const& network, routing::ChannelRouting const& routing, std::uint32_t vcs,
                 Progress& progress) {
  if (routing.deflection() != nullptr) return analysis_without_buffers(network);
  Legs legs(network, routing);
  auto const graph = explore(legs, vcs, progress);
  auto const traits = routing.traits();
  Analysis out;
  out.channels = graph.channels.size();
  out.dependencies = graph.waits.num_arcs();
  out.stranded = graph.stranded;
  out.cycles = cycle_facts(graph.waits, progress);
  Refutation refutation{out.cycles.shortest, {}};
  if (!out.cycles.cyclic())
    out.proof = Proof::acyclic;
  else if (traits.has_escape)
    refutation = judge_escapes(legs, graph, traits, out, progress);
  else if (traits.preserves_bubble)
    refutation = judge_bubbles(bubble_condition(graph), out);
  if (!out.free()) out.cycle = steps_of(legs, graph, refutation.cycle, refutation.passages, progress);
  return out;
}

Estimate estimate_analysis(NetworkSize const& size, std::uint64_t routers, std::uint64_t bytes) {
  constexpr double seconds_per_pair_and_port = 4.5e-8;
  auto const count = static_cast<double>(routers),
             seconds = count * count * size.mean_degree() * seconds_per_pair_and_port;
  return {static_cast<double>(bytes), seconds, useful_threads(count, seconds)};
}

}  // namespace weft::deadlock
