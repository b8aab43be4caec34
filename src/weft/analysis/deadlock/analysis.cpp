#include "weft/analysis/deadlock/analysis.hpp"

#include <algorithm>

namespace weft::deadlock {
namespace {

/// The steps of a cycle, each with a packet. `known`: passages of some, or empty.
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

/// The cycle that refutes a routing, with the packets of some of its dependencies where they are known.
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
    out.why = "some packets that wait are offered no escape channel";
    return {out.cycles.shortest, {}};
  }
  if (traits.keeps_bubble) return judge_bubbles(bubble_condition_of_escapes(graph), out);
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
  if (!direct.cyclic()) out.why += ", the direct ones are not: virtual cut-through is enough";
  return {std::move(verdict.cycle), std::move(verdict.passages)};
}

}  // namespace

Analysis analyze(Network const& network, routing::ChannelRouting const& routing, std::uint32_t vcs,
                 Progress& progress) {
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
  else if (traits.keeps_bubble)
    refutation = judge_bubbles(bubble_condition(graph), out);
  if (!out.free()) out.cycle = steps_of(legs, graph, refutation.cycle, refutation.passages, progress);
  return out;
}

}  // namespace weft::deadlock
