// SPDX-License-Identifier: Apache-2.0
#include "weft/analysis/deadlock/legs.hpp"

#include <algorithm>
#include <iterator>
#include <set>

namespace weft::deadlock {
namespace {

void sort_unique(auto& values) {
  std::ranges::sort(values);
  values.erase(std::ranges::unique(values).begin(), values.end());
}

/// Returns the routers of the terminals, excluding failed routers.
template <class RouterOf>
std::vector<std::uint32_t> routers_of_terminals(Network const& network, RouterOf router_of) {
  std::vector<std::uint32_t> routers;
  for (std::uint32_t e = 0; e < network.num_terminals(); ++e)
    if (RouterId const r = router_of(TerminalId{e}); !network.router_failed(r)) routers.push_back(r.v);
  sort_unique(routers);
  return routers;
}

void remove(std::vector<PacketState>& from, std::vector<PacketState> const& removed) {
  std::vector<PacketState> left;
  std::ranges::set_difference(from, removed, std::back_inserter(left));
  from = std::move(left);
}

}  // namespace

Legs::Legs(Network const& network, routing::ChannelRouting const& routing)
    : network_(network),
      routing_(routing),
      by_terminal_(routing.traits().by_terminal),
      sources_(routers_of_terminals(network, [&](TerminalId e) { return network.injection_router(e); })),
      destinations_(routers_of_terminals(network, [&](TerminalId e) { return network.ejection_router(e); })) {
  for (std::uint32_t r = 0; r < network.num_routers(); ++r)
    if (!network.router_failed({r})) routers_.push_back(r);
  if (by_terminal_) {
    for (std::uint32_t e = 0; e < network.num_terminals(); ++e)
      if (auto const r = network.ejection_router(TerminalId{e}); !network.router_failed(r))
        to_destinations_.push_back({0, false, r.v, e});
  } else {
    for (auto const target : destinations_) to_destinations_.push_back({0, false, target});
  }
  Round first;
  for (auto const launch : routing.launches())
    for (auto const r : sources_)
      (launch.to_intermediate ? first.to_intermediate : first.to_destination)
          .push_back(PacketState::at_source(r, launch.phase));
  sort_unique(first.to_destination);
  sort_unique(first.to_intermediate);
  rounds_.push_back(std::move(first));
}

std::vector<Leg> Legs::legs_of(std::uint32_t round) const {
  std::vector<Leg> legs;
  if (!rounds_[round].to_destination.empty())
    for (auto leg : to_destinations_) {
      leg.round = round;
      legs.push_back(leg);
    }
  if (!rounds_[round].to_intermediate.empty())
    for (auto const target : routers_) legs.push_back({round, true, target});
  return legs;
}

std::vector<PacketState> Legs::starts_of(Leg const& leg) const {
  auto const& round = rounds_[leg.round];
  std::vector<PacketState> starts;
  for (auto const state : leg.to_intermediate ? round.to_intermediate : round.to_destination) {
    auto const at = state.router(network_);
    if (at == leg.target || !routing_.reaches_terminal(at, leg.target, leg.terminal) ||
        (leg.to_intermediate && !routing_.may_be_intermediate(at, leg.target)))
      continue;
    if (!by_terminal_ || !state.is_at_source()) {
      starts.push_back(state);
      continue;
    }
    auto const here = network_.terminals_at({at});
    std::set<std::uint16_t> phases;
    for (std::uint32_t i = 0; i < here.count; ++i)
      phases.insert(routing_.phase_at_source({here.first.v + i, leg.terminal}));
    for (auto const phase : phases) starts.push_back(state.with_phase(phase));
  }
  return starts;
}

bool Legs::add_round(std::vector<PacketState> arrived, std::vector<PacketState> diverted) {
  Round next{std::move(arrived), std::move(diverted)};
  sort_unique(next.to_destination);
  sort_unique(next.to_intermediate);
  for (auto const& round : rounds_) {
    remove(next.to_destination, round.to_destination);
    remove(next.to_intermediate, round.to_intermediate);
  }
  if (next.to_destination.empty() && next.to_intermediate.empty()) return false;
  rounds_.push_back(std::move(next));
  return true;
}

}  // namespace weft::deadlock
