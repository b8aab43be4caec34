// SPDX-License-Identifier: Apache-2.0
#include "weft/analysis/deadlock/escape_condition.hpp"

#include <algorithm>
#include <map>
#include <ranges>
#include <set>
#include <stdexcept>

#include "weft/graph/shortest_cycle.hpp"

namespace weft::deadlock {
namespace {

/// A search for dependencies in one leg.
class DependencySearch {
 public:
  DependencySearch(DependencyGraph const& graph, std::map<Arc, std::size_t> const& requested,
                   std::vector<bool> const& is_tail)
      : graph_(graph), requested_(requested), is_tail_(is_tail) {}
  void begin(Leg const&, LegSearch const& search) {
    search_ = &search;
    found_.clear();
  }
  void move(LegSearch::Move const& move) {
    auto const state = search_->state(move.from);
    if (state.is_at_source()) return;
    auto const tail = graph_.vertex_of(state.channel());
    if (!is_tail_[tail]) return;
    if (auto const it = requested_.find({tail, graph_.vertex_of(move.next)}); it != requested_.end())
      found_.emplace(it->second, move.from);
  }
  void candidate(std::uint32_t, routing::Candidate const&, ChannelIndex) {}
  void diversion(std::uint32_t, std::uint16_t) {}
  void strands(std::uint32_t) {}
  /// Returns the first state that creates each dependency that was found.
  std::map<std::size_t, std::uint32_t> const& found() const { return found_; }

 private:
  DependencyGraph const& graph_;
  std::map<Arc, std::size_t> const& requested_;
  std::vector<bool> const& is_tail_;
  LegSearch const* search_ = nullptr;
  std::map<std::size_t, std::uint32_t> found_;
};

/// A search for the origin of packets that start in state `requested` in a later round.
class OriginSearch {
 public:
  OriginSearch(Legs const& legs, PacketState requested, bool diverted)
      : legs_(legs), requested_(requested), diverted_(diverted), search_(legs.network(), legs.routing()) {}
  /// Returns the state in which the requested packets start in `leg`, or nullopt.
  std::optional<PacketState> in(Leg const& leg) {
    found_ = LegSearch::none;
    search_.run(leg, legs_.starts_of(leg), *this);
    if (found_ == LegSearch::none) return std::nullopt;
    return search_.start_of(found_);
  }
  void move(LegSearch::Move const& move) {
    if (diverted_ || move.to != LegSearch::none || found_ != LegSearch::none) return;
    if (PacketState::in(move.next, legs_.routing().after_intermediate(move.candidate.phase)) == requested_)
      found_ = move.from;
  }
  void diversion(std::uint32_t from, std::uint16_t phase) {
    if (diverted_ && found_ == LegSearch::none && search_.state(from).with_phase(phase) == requested_)
      found_ = from;
  }
  void candidate(std::uint32_t, routing::Candidate const&, ChannelIndex) {}
  void strands(std::uint32_t) {}

 private:
  Legs const& legs_;
  PacketState requested_;
  bool diverted_;
  LegSearch search_;
  std::uint32_t found_ = LegSearch::none;
};

/// Returns the leg of an earlier round after which packets start as in `passage`.
Passage passage_before(Legs const& legs, Passage const& passage) {
  OriginSearch search(legs, passage.start, passage.leg.to_intermediate);
  for (auto round = passage.leg.round; round-- > 0;)
    for (auto const& leg : legs.legs_of(round)) {
      bool const may_be = passage.leg.to_intermediate ||
                          (leg.to_intermediate && leg.target == passage.start.router(legs.network()));
      if (!may_be) continue;
      if (auto const start = search.in(leg)) return {leg, *start};
    }
  throw std::logic_error("a packet starts from an unreachable intermediate router");
}

/// Returns a destination for a packet that has not reached its intermediate router. Any destination is valid;
/// the returned one is half the destinations away by index, and thus usually in another group or copy.
std::uint32_t far_destination(Legs const& legs, std::uint32_t source, std::uint32_t intermediate) {
  auto const& all = legs.destinations();
  auto const begin =
      static_cast<std::size_t>(std::ranges::lower_bound(all, source) - all.begin()) + all.size() / 2;
  for (std::size_t i = 0; i < all.size(); ++i)
    if (auto const router = all[(begin + i) % all.size()]; router != source && router != intermediate)
      return router;
  return source;
}

template <class RouterOf>
std::uint32_t terminal_of(std::uint32_t router, RouterOf router_of) {
  std::uint32_t e = 0;
  while (router_of(TerminalId{e}).v != router) ++e;
  return e;
}

/// An escape channel for which a packet can wait, the first one in the order under trial.
struct Bound {
  std::uint32_t rank = 0xffffffff;
  Vertex channel = 0;
  friend auto operator<=>(Bound const&, Bound const&) = default;
};

/// The bounds of packets that start in later rounds: the channels for which they can wait on any leg.
class Carried {
 public:
  explicit Carried(Legs const& legs) {
    for (auto const& round : legs.rounds()) {
      for (auto const start : round.to_destination) arrived_.emplace(start, Bound{});
      for (auto const start : round.to_intermediate) diverted_.emplace(start, Bound{});
    }
  }
  Bound of(PacketState start, bool to_intermediate) const {
    auto const& bounds = to_intermediate ? diverted_ : arrived_;
    auto const it = bounds.find(start);
    return it == bounds.end() ? Bound{} : it->second;
  }
  /// Lowers a bound. Returns whether it changed.
  bool lower(PacketState start, bool to_intermediate, Bound bound) {
    auto& known = (to_intermediate ? diverted_ : arrived_)[start];
    if (bound >= known) return false;
    known = bound;
    return true;
  }

 private:
  std::map<PacketState, Bound> arrived_, diverted_;
};

/// The indirect dependencies that violate the order, each with the first passage that creates it.
using Broken = std::map<Arc, std::pair<std::uint64_t, Passage>>;

/// A search that follows the packets of one leg to the escape channels for which they can wait.
class EscapeSearch {
 public:
  EscapeSearch(Legs const& legs, DependencyGraph const& graph, std::vector<std::uint32_t> const& rank,
               Carried const& carried)
      : legs_(legs), graph_(graph), rank_(rank), carried_(carried) {}

  void begin(Leg const& leg, LegSearch const& search) {
    leg_ = leg;
    search_ = &search;
    bounds_.clear();
    moves_.clear();
  }
  void candidate(std::uint32_t from, routing::Candidate const&, ChannelIndex) { grow(from); }
  void move(LegSearch::Move const& move) {
    if (move.candidate.escape) {
      auto const channel = graph_.vertex_of(move.next);
      lower(move.from, {rank_[channel], channel});
    } else if (move.to != LegSearch::none) {
      moves_.emplace_back(move.from, move.to);
    } else if (leg_.to_intermediate) {
      auto const next = PacketState::in(move.next, legs_.routing().after_intermediate(move.candidate.phase));
      lower(move.from, carried_.of(next, false));
    }
  }
  void diversion(std::uint32_t from, std::uint16_t phase) {
    grow(from);
    lower(from, carried_.of(search_->state(from).with_phase(phase), true));
  }
  void strands(std::uint32_t from) { grow(from); }

  /// Propagates the bounds backwards along the paths without escape channels, and records the dependencies
  /// that violate the order. `number`: index of the leg.
  void end(std::uint64_t number) {
    bounds_.resize(search_->size());
    for (bool changed = true; changed;) {
      changed = false;
      for (auto const& [from, to] : std::views::reverse(moves_))
        if (bounds_[to] < bounds_[from]) {
          bounds_[from] = bounds_[to];
          changed = true;
        }
    }
    for (std::uint32_t i = 0; i < search_->size(); ++i) check(i, number);
    if (leg_.round > 0)
      for (std::uint32_t i = 0; i < search_->num_starts(); ++i)
        if (bounds_[i].rank != Bound{}.rank)
          started_.emplace_back(search_->state(i), leg_.to_intermediate, bounds_[i]);
  }

  /// Bounds of packets that started in later rounds.
  struct Started {
    PacketState start;
    bool to_intermediate = false;
    Bound bound;
  };
  Broken const& broken() const { return broken_; }
  std::vector<Started> const& started() const { return started_; }

 private:
  void grow(std::uint32_t state) {
    if (state >= bounds_.size()) bounds_.resize(state + std::size_t{1});
  }
  void lower(std::uint32_t state, Bound bound) {
    grow(state);
    bounds_[state] = std::min(bounds_[state], bound);
  }
  void check(std::uint32_t i, std::uint64_t number) {
    auto const state = search_->state(i);
    if (state.is_at_source()) return;
    auto const channel = graph_.vertex_of(state.channel());
    if (!graph_.is_escape[channel] || bounds_[i].rank > rank_[channel]) return;
    std::pair const passage{number, Passage{leg_, search_->start_of(i)}};
    auto const [it, added] = broken_.emplace(Arc{channel, bounds_[i].channel}, passage);
    if (!added && number < it->second.first) it->second = passage;
  }

  Legs const& legs_;
  DependencyGraph const& graph_;
  std::vector<std::uint32_t> const& rank_;
  Carried const& carried_;
  Broken broken_;
  std::vector<Started> started_;
  Leg leg_;
  LegSearch const* search_ = nullptr;
  std::vector<Bound> bounds_;
  std::vector<Arc> moves_;  // not over escape channels
};

/// Runs one pass over all legs. Returns whether a carried bound decreased.
bool pass(Legs const& legs, DependencyGraph const& graph, std::vector<std::uint32_t> const& rank,
          Carried& carried, Broken& broken, Progress& progress) {
  bool lowered = false;
  std::uint64_t number = 0;
  for (std::uint32_t round = 0; round < legs.rounds().size(); ++round) {
    auto const some = legs.legs_of(round);
    std::vector<EscapeSearch> sinks(num_threads(), EscapeSearch(legs, graph, rank, carried));
    progress.start("escape", some.size(), "routers");
    search_legs(
        legs, some, sinks,
        [&](Leg const& leg, LegSearch const&, EscapeSearch& sink) {
          sink.end(number + static_cast<std::uint64_t>(&leg - some.data()));
        },
        progress);
    progress.finish();
    number += some.size();
    for (auto const& sink : sinks) {
      for (auto const& started : sink.started())
        lowered = carried.lower(started.start, started.to_intermediate, started.bound) || lowered;
      for (auto const& [arc, passage] : sink.broken()) {
        auto const [it, added] = broken.emplace(arc, passage);
        if (!added && passage.first < it->second.first) it->second = passage;
      }
    }
  }
  return lowered;
}

/// Returns the position of each vertex in a topological order of an acyclic graph.
std::vector<std::uint32_t> topological_order(Graph const& graph) {
  std::vector<std::uint32_t> entering(graph.num_vertices(), 0), rank(graph.num_vertices(), 0);
  for (auto const head : graph.all_heads()) ++entering[head];
  std::vector<Vertex> ready;
  for (Vertex v = 0; v < graph.num_vertices(); ++v)
    if (entering[v] == 0) ready.push_back(v);
  for (std::size_t i = 0; i < ready.size(); ++i) {
    rank[ready[i]] = static_cast<std::uint32_t>(i);
    for (auto const head : graph.heads(ready[i]))
      if (--entering[head] == 0) ready.push_back(head);
  }
  return rank;
}

}  // namespace

std::vector<std::optional<Passage>> find_passages(Legs const& legs, DependencyGraph const& graph,
                                                  std::vector<Arc> const& dependencies, Progress& progress) {
  constexpr std::size_t batch = 64;
  std::map<Arc, std::size_t> requested;
  std::vector<bool> is_tail(graph.channels.size(), false);
  for (std::size_t i = 0; i < dependencies.size(); ++i) {
    requested.emplace(dependencies[i], i);
    is_tail[dependencies[i].first] = true;
  }
  std::vector<std::optional<Passage>> passages(dependencies.size());
  std::vector<DependencySearch> sinks(num_threads(), DependencySearch(graph, requested, is_tail));
  auto left = requested.size();
  for (std::uint32_t round = 0; round < legs.rounds().size(); ++round) {
    auto const all = legs.legs_of(round);
    progress.start("packets of the cycle", all.size(), "routers");
    for (std::size_t begin = 0; left != 0 && begin < all.size(); begin += batch) {
      auto const some = std::span(all).subspan(begin, std::min(batch, all.size() - begin));
      std::vector<std::vector<std::pair<std::size_t, PacketState>>> found(some.size());
      search_legs(
          legs, some, sinks,
          [&](Leg const& leg, LegSearch const& search, DependencySearch const& sink) {
            auto const slot = static_cast<std::size_t>(&leg - some.data());
            for (auto const& [i, state] : sink.found()) found[slot].emplace_back(i, search.start_of(state));
          },
          progress);
      for (std::size_t slot = 0; slot < some.size(); ++slot)
        for (auto const& [i, start] : found[slot])
          if (!passages[i]) {
            passages[i] = Passage{some[slot], start};
            --left;
          }
    }
    progress.finish();
  }
  for (std::size_t i = 0; i < dependencies.size(); ++i) passages[i] = passages[requested.at(dependencies[i])];
  return passages;
}

namespace {

/// Returns the packet of a passage under a terminal-based routing, which has no intermediate routers: its
/// source is the first terminal at the router where the passage starts.
Witness trace_to_terminal(Legs const& legs, Passage const& passage) {
  auto const& network = legs.network();
  auto const router = passage.start.router(network);
  Witness witness{.source = terminal_of(router, [&](TerminalId e) { return network.injection_router(e); }),
                  .destination = passage.leg.terminal,
                  .intermediates = {}};
  auto const here = network.terminals_at({router});
  for (std::uint32_t i = 0; i < here.count; ++i)
    if (legs.routing().phase_at_source({.source = here.first.v + i, .terminal = passage.leg.terminal}) ==
        passage.start.phase()) {
      witness.source = here.first.v + i;
      break;
    }
  return witness;
}

}  // namespace

Witness trace(Legs const& legs, Passage passage) {
  auto const& network = legs.network();
  if (legs.routing().traits().by_terminal) return trace_to_terminal(legs, passage);
  Witness witness;
  std::optional<std::uint32_t> destination;
  if (!passage.leg.to_intermediate) destination = passage.leg.target;
  for (;;) {
    if (passage.leg.to_intermediate)
      witness.intermediates.insert(witness.intermediates.begin(), passage.leg.target);
    if (passage.leg.round == 0) break;
    bool const was_diverted = passage.leg.to_intermediate;
    passage = passage_before(legs, passage);
    if (was_diverted && !passage.leg.to_intermediate && !destination) destination = passage.leg.target;
  }
  auto const source = passage.start.router(network);
  if (!destination) destination = far_destination(legs, source, witness.intermediates.back());
  witness.source = terminal_of(source, [&](TerminalId e) { return network.injection_router(e); });
  witness.destination = terminal_of(*destination, [&](TerminalId e) { return network.ejection_router(e); });
  return witness;
}

Graph direct_escape_dependencies(DependencyGraph const& graph) {
  std::vector<Arc> arcs;
  for (Vertex v = 0; v < graph.channels.size(); ++v)
    if (graph.is_escape[v])
      for (auto const head : graph.to_escape.heads(v)) arcs.emplace_back(v, head);
  return Graph::from_arcs(graph.channels.size(), arcs);
}

EscapeVerdict escape_condition(Legs const& legs, DependencyGraph const& graph, Progress& progress) {
  EscapeVerdict verdict;
  std::set<Arc> known;
  auto const direct = direct_escape_dependencies(graph);
  for (Vertex v = 0; v < direct.num_vertices(); ++v)
    for (auto const head : direct.heads(v)) known.emplace(v, head);
  Broken indirect;
  for (;;) {
    auto const arcs = std::vector<Arc>(known.begin(), known.end());
    verdict.dependencies = arcs.size();
    auto const extended = Graph::from_arcs(graph.channels.size(), arcs);
    verdict.cycle = shortest_cycle(extended, strong_components(extended), progress);
    if (!verdict.cycle.empty()) break;
    auto const rank = topological_order(extended);
    Carried carried(legs);
    Broken broken;
    while (pass(legs, graph, rank, carried, broken, progress)) {}
    if (broken.empty()) break;
    for (auto const& [arc, passage] : broken) {
      known.insert(arc);
      indirect.emplace(arc, passage);
    }
  }
  for (std::size_t i = 0; i < verdict.cycle.size(); ++i) {
    auto const it = indirect.find({verdict.cycle[i], verdict.cycle[(i + 1) % verdict.cycle.size()]});
    verdict.passages.push_back(it == indirect.end() ? std::nullopt : std::optional(it->second.second));
  }
  return verdict;
}

}  // namespace weft::deadlock
