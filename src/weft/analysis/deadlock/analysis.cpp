#include "weft/analysis/deadlock/analysis.hpp"

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

}  // namespace

Analysis analyse(Network const& network, vc::Routing const& routing, std::uint32_t vcs, Progress& progress) {
  Legs legs(network, routing);
  auto const graph = explore(legs, vcs, progress);
  auto const traits = routing.traits();
  Analysis out;
  out.channels = graph.channels.size();
  out.dependencies = graph.waits.num_arcs();
  out.stranded = graph.stranded;
  out.cycles = cycle_facts(graph.waits, progress);
  auto cycle = out.cycles.shortest;
  std::vector<std::optional<Passage>> passages;
  if (!out.cycles.cyclic()) {
    out.proof = Proof::acyclic;
  } else if (traits.has_escape) {
    auto verdict = escape_condition(legs, graph, progress);
    out.escape_channels = verdict.channels;
    out.escape_dependencies = verdict.dependencies;
    if (verdict.holds()) out.proof = Proof::escape;
    if (!verdict.connected) out.why = "some packets that wait are offered no escape way";
    if (!verdict.cycle.empty()) {
      out.why = "the extended dependencies of the escape channels are cyclic";
      cycle = verdict.cycle;
      passages = verdict.passages;
    }
  } else if (traits.keeps_bubble) {
    auto verdict = bubble_condition(graph);
    out.rings = verdict.rings;
    if (verdict.holds()) out.proof = Proof::bubble;
    out.why = verdict.why;
    cycle = verdict.cycle;
  }
  if (!out.free()) out.cycle = steps_of(legs, graph, cycle, passages, progress);
  return out;
}

}  // namespace weft::deadlock
