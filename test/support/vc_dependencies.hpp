// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <tuple>
#include <vector>

#include "support/vc_routings.hpp"

namespace weft {

/// The virtual channels that packets of a small network may wait for while they hold others: the naive twin
/// of the analysis of deadlocks. It explores all moves of packets state by state, with sets.
class VcDependencies {
 public:
  /// A virtual channel of a channel.
  using Place = std::pair<std::uint32_t, std::uint32_t>;
  using Graph = std::map<Place, std::set<Place>>;

  /// `extended`: of the escape channels alone, with the dependencies through channels that are adaptive
  /// (Duato, 1993).
  VcDependencies(Network const& network, routing::ChannelRouting const& routing, bool extended = false)
      : network_(network),
        routing_(routing),
        extended_(extended),
        sources_(vc_sources(network)),
        destinations_(vc_destinations(network)) {
    explore();
    if (!extended) return;
    counts_escape_ = escape_;
    graph_.clear();
    explore();
  }

  Graph const& graph() const { return graph_; }
  /// Whether every packet may take an escape channel wherever it is.
  bool always_escapes() const { return always_escapes_; }
  bool is_acyclic() const {
    std::map<Place, int> color;
    for (auto const& [place, next] : graph_)
      if (!descend(place, color)) return false;
    return true;
  }

 private:
  static constexpr Place nowhere{0xffffffff, 0};
  struct State {
    bool to_intermediate;
    std::uint32_t at, target, terminal;  // the terminal is 0 unless the routing goes by it
    std::uint16_t phase, in_port;
    Place in, held;  // the last virtual channel, and the last one that counts
    auto operator<=>(State const&) const = default;
  };

  bool counts(Place const& place) const { return !extended_ || counts_escape_.contains(place); }

  bool descend(Place const& place, std::map<Place, int>& color) const {
    if (color[place] != 0) return color[place] == 2;
    color[place] = 1;
    if (auto const it = graph_.find(place); it != graph_.end())
      for (auto const& next : it->second)
        if (!descend(next, color)) return false;
    color[place] = 2;
    return true;
  }

  void add(State const& state) {
    if (seen_.insert(state).second) todo_.push_back(state);
  }
  void set_out(std::uint32_t at, std::uint16_t in_port, Place in, Place held, std::uint16_t phase,
               bool to_intermediate) {
    if (!to_intermediate) {
      for (auto const to : destinations_)
        if (to != at && routing_.reaches(at, to)) add({false, at, to, 0, phase, in_port, in, held});
      return;
    }
    for (std::uint32_t intermediate = 0; intermediate < network_.num_routers(); ++intermediate)
      if (intermediate != at && routing_.may_be_intermediate(at, intermediate))
        add({true, at, intermediate, 0, phase, in_port, in, held});
  }
  void set_out_to_terminals() {
    for (std::uint32_t s = 0; s < network_.num_terminals(); ++s)
      for (std::uint32_t t = 0; t < network_.num_terminals(); ++t) {
        auto const from = network_.injection_router({s}).v, to = network_.ejection_router({t}).v;
        if (from != to && routing_.reaches_terminal(from, to, t))
          add({false, from, to, t, routing_.phase_at_source({s, t}), routing::from_source, nowhere, nowhere});
      }
  }
  void explore() {
    seen_.clear();
    if (routing_.traits().by_terminal)
      set_out_to_terminals();
    else
      set_out_to_routers();
    while (!todo_.empty()) {
      auto const state = todo_.back();
      todo_.pop_back();
      proceed(state);
    }
  }
  void set_out_to_routers() {
    for (auto const from : sources_)
      for (auto const& launch : routing_.launches())
        set_out(from, routing::from_source, nowhere, nowhere, launch.phase, launch.to_intermediate);
  }
  void proceed(State const& state) {
    routing::Possible possible;
    routing_.possible({.at = state.at,
                       .target = state.target,
                       .to = state.target,
                       .terminal = state.terminal,
                       .phase = state.phase,
                       .in_port = state.in_port,
                       .in_vc = static_cast<std::uint8_t>(state.in.second)},
                      possible);
    bool escapes = false;
    for (auto const& candidate : possible.candidates) {
      escapes = escapes || candidate.escape;
      for (std::uint32_t v = 0; v < routing::max_vcs; ++v)
        if ((candidate.vcs >> v & 1) != 0) take(state, candidate, v);
    }
    always_escapes_ = always_escapes_ && escapes;
    if (!state.to_intermediate)
      for (auto const phase : possible.diversions)
        set_out(state.at, state.in_port, state.in, state.held, phase, true);
  }
  void take(State const& state, routing::Candidate const& candidate, std::uint32_t v) {
    auto const channel = network_.channel({state.at}, {candidate.port});
    Place const place{channel.v, v};
    if (candidate.escape) escape_.insert(place);
    if (counts(place)) {
      graph_[place];
      // An adaptive hop onto an escape channel is not a wait for it: the packet may also take its own escape
      // path.
      if (state.held != nowhere && (!extended_ || candidate.escape)) graph_[state.held].insert(place);
    }
    auto const held = counts(place) ? place : state.held;
    auto const next = network_.target(channel).v;
    auto const in_port = network_.target_port(channel).v;
    if (next != state.target)
      add({state.to_intermediate, next, state.target, state.terminal, candidate.phase, in_port, place, held});
    else if (state.to_intermediate)
      set_out(next, in_port, place, held, routing_.after_intermediate(candidate.phase), false);
  }

  Network const& network_;
  routing::ChannelRouting const& routing_;
  bool extended_, always_escapes_ = true;
  std::vector<std::uint32_t> sources_, destinations_;
  std::set<Place> escape_, counts_escape_;
  std::set<State> seen_;
  std::vector<State> todo_;
  Graph graph_;
};

/// Whether no cycle of waits can close under a routing with those virtual channels.
inline bool is_acyclic(Machine const& machine, std::string const& routing, routing::VcSupply const& supply) {
  auto const bound = routing::bind_channels(Spec::parse(routing), machine, supply);
  return VcDependencies(*machine.network(), *bound).is_acyclic();
}

}  // namespace weft
