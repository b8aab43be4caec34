// SPDX-License-Identifier: Apache-2.0
#include "weft/routing/clex/local_visits.hpp"

#include <algorithm>
#include <stdexcept>
#include <string>
#include <utility>

#include "weft/core/error.hpp"
#include "weft/network/topologies.hpp"
#include "weft/routing/bind.hpp"

namespace weft::routing {
namespace {

Spec const default_spec{"default", {}};
constexpr std::uint16_t no_state = 0xffff;

}  // namespace

Machine local_machine(topology::Clex const& clex) { return Machine(make_topology(clex.local()->spec())); }

std::uint32_t vcs_of_visits(topology::Clex const& clex, std::uint32_t visits) {
  if (!clex.local() || clex.m() == 1) return visits;
  auto const each = vcs_needed(default_spec, local_machine(clex));
  return each == no_vcs_suffice ? each : each * visits;
}

LocalVisits::LocalVisits(std::string_view routing, topology::Clex const& clex, std::uint32_t visits,
                         std::uint32_t vcs)
    : network_(clex.local()),
      block_vcs_(std::max(vcs / visits, std::uint32_t{1})),
      blocks_(std::max(vcs / block_vcs_, std::uint32_t{1})) {
  if (clex.m() == 1) return;
  auto const machine = local_machine(clex);
  auto const needed = vcs_needed(default_spec, machine);
  if (vcs < needed * visits) {  // may deadlock
    block_vcs_ = std::min(needed, vcs);
    blocks_ = vcs / block_vcs_;
  }
  routing_ = bind_channels(default_spec, machine, {.vcs = block_vcs_, .allow_deadlock = true});
  traits_ = routing_->traits();
  auto const launches = routing_->launches();
  if (!traits_.oblivious || traits_.uses_local_queues || traits_.uses_remote_queues || launches.size() != 1 ||
      launches[0].to_intermediate)
    throw InputError(
        std::string(routing) + " does not support the local network " + machine.spec(),
        "the default routing of a local network must be oblivious and must not use intermediate routers", {},
        "routing");
  phases_.push_back(launches[0].phase);
  state_of_.assign(std::size_t{1} << 16, no_state);
  state_of_[phases_[0]] = 0;
  find_states();
}

/// Finds all phases by exploring all moves to every target.
void LocalVisits::find_states() {
  Possible possible;
  std::vector<std::vector<std::uint16_t>> seen(network_->size());
  std::vector<Walk> open;
  for (std::uint32_t target = 0; target < network_->size(); ++target) {
    for (auto& states : seen) states.clear();
    auto const visit = [&](std::uint32_t at, std::uint32_t state) {
      if (at == target || std::ranges::find(seen[at], state) != seen[at].end()) return;
      seen[at].push_back(static_cast<std::uint16_t>(state));
      open.push_back({at, target, state, 0});
    };
    for (std::uint32_t at = 0; at < network_->size(); ++at) visit(at, 0);
    while (!open.empty()) {
      auto const walk = open.back();
      open.pop_back();
      possible.clear();
      routing_->possible(local_head(walk, {}), possible);
      for (auto const& move : possible.candidates) {
        if (state_of_[move.phase] == no_state) {
          state_of_[move.phase] = static_cast<std::uint16_t>(phases_.size());
          phases_.push_back(move.phase);
        }
        visit(network_->neighbor(walk.at, move.port).router.v, state_of_[move.phase]);
      }
    }
  }
}

std::uint32_t LocalVisits::state_of(std::uint16_t phase) const {
  auto const state = state_of_[phase];
  if (state == no_state) throw std::logic_error("unknown phase of the routing of a local network");
  return state;
}

Head LocalVisits::local_head(Walk const& walk, Head const& head) const {
  Head local{.at = walk.at, .target = walk.target, .to = walk.target, .terminal = walk.target};
  local.source = walk.at;
  local.draw = head.draw;
  local.phase = phases_[walk.state];
  if (head.in_port < network_->in_degree(walk.at)) {
    local.in_port = head.in_port;
    auto const first = block(walk.visit) * block_vcs_;
    local.in_vc = static_cast<std::uint8_t>(head.in_vc >= first ? head.in_vc - first : 0);
  }
  return local;
}

void LocalVisits::lift(Candidate& candidate, std::uint32_t visit) const {
  candidate.vcs <<= block(visit) * block_vcs_;
  candidate.phase = static_cast<std::uint16_t>(state_of(candidate.phase));
}

std::uint16_t LocalVisits::route(Walk const& walk, Head const& head, Candidate* out) const {
  auto const local = local_head(walk, head);
  std::uint16_t count = 0;
  routing_->route({&local, 1}, {}, {out, traits_.width}, {&count, 1});
  for (std::uint16_t i = 0; i < count; ++i) lift(out[i], walk.visit);
  return count;
}

void LocalVisits::possible(Walk const& walk, Head const& head, std::vector<Candidate>& out) const {
  Possible moves;
  routing_->possible(local_head(walk, head), moves);
  for (auto& move : moves.candidates) {
    lift(move, walk.visit);
    out.push_back(move);
  }
}

}  // namespace weft::routing
