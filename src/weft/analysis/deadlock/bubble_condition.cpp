#include "weft/analysis/deadlock/bubble_condition.hpp"

#include <algorithm>
#include <iterator>

#include "weft/analysis/deadlock/escape_condition.hpp"
#include "weft/graph/shortest_cycle.hpp"

namespace weft::deadlock {
namespace {

class Rings {
 public:
  /// `waits`, `tight`: those dependencies of the graph that count.
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
      out.why = "packets enter it where there is room for one alone";
      return out;
    }
    out.cycle = between();
    if (!out.cycle.empty()) out.why = "it leads through several rings";
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
  /// A channel of a ring that packets enter tightly, or none.
  Vertex tight_entry() const {
    for (Vertex v = 0; v < graph_.channels.size(); ++v) {
      if (graph_.entered_tightly[v] && parts_.cyclic[parts_.of[v]]) return v;
      for (auto const head : tight_.heads(v))
        if (parts_.of[head] != parts_.of[v] && parts_.cyclic[parts_.of[head]]) return head;
    }
    return none;
  }
  /// A shortest cycle of one part.
  std::vector<Vertex> inside(std::uint32_t part) const {
    auto only = parts_;
    only.cyclic.assign(only.cyclic.size(), false);
    only.cyclic[part] = true;
    return shortest_cycle(tight_, only);
  }
  /// A cycle of parts, made one of channels by going round inside the parts; empty if there is none.
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
      go_round(entry, crossings[i].first, out);
    }
    return out;
  }
  Arc crossing(std::uint32_t from, std::uint32_t to) const {
    for (auto const v : members_[from])
      for (auto const head : waits_.heads(v))
        if (parts_.of[head] == to) return {v, head};
    return {none, none};
  }
  /// Appends the way from one channel of a part to another, both included.
  void go_round(Vertex from, Vertex to, std::vector<Vertex>& out) const {
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

}  // namespace weft::deadlock
