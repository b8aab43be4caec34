#include "weft/analysis/deadlock/witness.hpp"

#include <algorithm>
#include <map>
#include <stdexcept>

namespace weft::deadlock {
namespace {

/// Looks for dependencies in one leg.
class DependencySearch {
 public:
  DependencySearch(DependencyGraph const& graph, std::map<Arc, std::size_t> const& wanted,
                   std::vector<bool> const& is_tail)
      : graph_(graph), wanted_(wanted), is_tail_(is_tail) {}
  void begin(Leg const&, LegSearch const& search) {
    search_ = &search;
    found_.clear();
  }
  void move(LegSearch::Move const& move) {
    auto const state = search_->state(move.from);
    if (state.is_at_source()) return;
    auto const tail = graph_.vertex_of(state.channel());
    if (!is_tail_[tail]) return;
    if (auto const it = wanted_.find({tail, graph_.vertex_of(move.next)}); it != wanted_.end())
      found_.emplace(it->second, move.from);
  }
  void candidate(std::uint32_t, routing::Candidate const&, ChannelIndex) {}
  void diversion(std::uint32_t, std::uint16_t) {}
  void strands(std::uint32_t) {}
  /// The first state that makes each dependency.
  std::map<std::size_t, std::uint32_t> const& found() const { return found_; }

 private:
  DependencyGraph const& graph_;
  std::map<Arc, std::size_t> const& wanted_;
  std::vector<bool> const& is_tail_;
  LegSearch const* search_ = nullptr;
  std::map<std::size_t, std::uint32_t> found_;
};

/// Looks for how packets came to set out as `wanted` in a later round.
class OriginSearch {
 public:
  OriginSearch(Legs const& legs, PacketState wanted, bool diverted)
      : legs_(legs), wanted_(wanted), diverted_(diverted), search_(legs.network(), legs.routing()) {}
  /// Where packets of this leg that are wanted have set out.
  std::optional<PacketState> in(Leg const& leg) {
    found_ = LegSearch::none;
    search_.run(leg.target, legs_.starts_of(leg), *this);
    if (found_ == LegSearch::none) return std::nullopt;
    return search_.start_of(found_);
  }
  void move(LegSearch::Move const& move) {
    if (diverted_ || move.to != LegSearch::none || found_ != LegSearch::none) return;
    if (PacketState::in(move.next, legs_.routing().after_via(move.candidate.phase)) == wanted_)
      found_ = move.from;
  }
  void diversion(std::uint32_t from, std::uint16_t phase) {
    if (diverted_ && found_ == LegSearch::none && search_.state(from).with_phase(phase) == wanted_)
      found_ = from;
  }
  void candidate(std::uint32_t, routing::Candidate const&, ChannelIndex) {}
  void strands(std::uint32_t) {}

 private:
  Legs const& legs_;
  PacketState wanted_;
  bool diverted_;
  LegSearch search_;
  std::uint32_t found_ = LegSearch::none;
};

/// The leg of the round before after which packets set out so.
Passage passage_before(Legs const& legs, Passage const& passage) {
  OriginSearch search(legs, passage.start, passage.leg.to_via);
  for (auto round = passage.leg.round; round-- > 0;)
    for (auto const& leg : legs.legs_of(round)) {
      bool const may_be =
          passage.leg.to_via || (leg.to_via && leg.target == passage.start.router(legs.network()));
      if (!may_be) continue;
      if (auto const start = search.in(leg)) return {leg, *start};
    }
  throw std::logic_error("a packet sets out from an intermediate router that none can reach");
}

/// A destination for a packet that is still on its way to an intermediate router: any will do; this one is about half the network away by
/// number, so in another group or copy.
std::uint32_t far_destination(Legs const& legs, std::uint32_t source, std::uint32_t via) {
  auto const& all = legs.destinations();
  auto const begin =
      static_cast<std::size_t>(std::ranges::lower_bound(all, source) - all.begin()) + all.size() / 2;
  for (std::size_t i = 0; i < all.size(); ++i)
    if (auto const router = all[(begin + i) % all.size()]; router != source && router != via) return router;
  return source;
}

template <class RouterOf>
std::uint32_t terminal_of(std::uint32_t router, RouterOf router_of) {
  std::uint32_t e = 0;
  while (router_of(TerminalId{e}).v != router) ++e;
  return e;
}

}  // namespace

std::vector<std::optional<Passage>> find_passages(Legs const& legs, DependencyGraph const& graph,
                                                  std::vector<Arc> const& dependencies, Progress& progress) {
  constexpr std::size_t batch = 64;
  std::map<Arc, std::size_t> wanted;
  std::vector<bool> is_tail(graph.channels.size(), false);
  for (std::size_t i = 0; i < dependencies.size(); ++i) {
    wanted.emplace(dependencies[i], i);
    is_tail[dependencies[i].first] = true;
  }
  std::vector<std::optional<Passage>> passages(dependencies.size());
  std::vector<DependencySearch> sinks(num_threads(), DependencySearch(graph, wanted, is_tail));
  auto left = wanted.size();
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
  for (std::size_t i = 0; i < dependencies.size(); ++i) passages[i] = passages[wanted.at(dependencies[i])];
  return passages;
}

Witness trace(Legs const& legs, Passage passage) {
  auto const& network = legs.network();
  Witness witness;
  std::optional<std::uint32_t> destination;
  if (!passage.leg.to_via) destination = passage.leg.target;
  for (;;) {
    if (passage.leg.to_via) witness.vias.insert(witness.vias.begin(), passage.leg.target);
    if (passage.leg.round == 0) break;
    bool const was_diverted = passage.leg.to_via;
    passage = passage_before(legs, passage);
    if (was_diverted && !passage.leg.to_via && !destination) destination = passage.leg.target;
  }
  auto const source = passage.start.router(network);
  if (!destination) destination = far_destination(legs, source, witness.vias.back());
  witness.source = terminal_of(source, [&](TerminalId e) { return network.injection_router(e); });
  witness.destination = terminal_of(*destination, [&](TerminalId e) { return network.ejection_router(e); });
  return witness;
}

}  // namespace weft::deadlock
