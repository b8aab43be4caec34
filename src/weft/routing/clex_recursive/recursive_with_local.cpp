// SPDX-License-Identifier: Apache-2.0
#include "weft/routing/clex_recursive/recursive_with_local.hpp"

#include <memory>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include "weft/core/error.hpp"
#include "weft/core/random.hpp"
#include "weft/routing/clex/clex_digits.hpp"
#include "weft/routing/clex/local_visits.hpp"
#include "weft/topology/family/clex.hpp"

namespace weft::routing {
namespace {

void require_phases(std::uint64_t phases, ClexDigits const& digits) {
  constexpr std::uint64_t max_phases = 1 << 15;
  if (phases > max_phases)
    throw InputError("clex_recursive does not support " + std::to_string(num_calls(digits.levels())) +
                         " visits to local networks of " + std::to_string(digits.m()) + " routers",
                     "the state of a packet has 15 bits", "use clex_direct", "routing");
}

/// clex_recursive with local networks instead of the cliques. Phase of a packet: its call of A(1) and, within
/// the call, 0 at the start, then its target router and its state in the local network.
class LocalClexRecursive final : public ChannelRouting {
 public:
  LocalClexRecursive(ClexDigits digits, topology::Clex const& clex, LocalVisits visits, std::uint32_t vcs)
      : digits_(std::move(digits)),
        calls_(static_cast<std::uint32_t>(num_calls(digits_.levels()))),
        edges_(digits_.levels(), vcs),
        network_(clex.local()),
        visits_(std::move(visits)),
        phases_(1 + std::uint64_t{digits_.m()} * visits_.num_states()) {
    require_phases(phases_ * calls_, digits_);
  }
  ChannelTraits traits() const override {
    auto traits = visits_.traits();
    traits.hop_bound = calls_ * traits.hop_bound + calls_ - 1;
    traits.minimal = false;
    traits.oblivious = true;
    return traits;
  }
  void route(std::span<Head const> heads, QueueView const&, std::span<Candidate> out,
             std::span<std::uint16_t> count) const override {
    auto const width = visits_.traits().width;
    for (std::size_t i = 0; i < heads.size(); ++i) {
      auto words = Rng::derived(heads[i].draw);
      auto const position = position_of(heads[i]);
      auto const target = position.walks ? position.target : aim(heads[i], position.call, words);
      if (target == position.lowest) {
        out[i * width] = edge(position, words.below(digits_.m()));
        count[i] = 1;
        continue;
      }
      count[i] = visits_.route(walk(position, target), heads[i], &out[i * width]);
      for (std::size_t k = i * width; k < i * width + count[i]; ++k) mark(position, target, out[k]);
    }
  }
  void possible(Head const& head, Possible& out) const override;

 private:
  struct Position {
    std::uint32_t call, lowest;
    bool walks = false;
    std::uint32_t target = 0, state = 0;
  };
  Position position_of(Head const& head) const {
    auto const phases = static_cast<std::uint32_t>(phases_), states = visits_.num_states();
    Position position{head.phase / phases, digits_.digit(digits_.packed({head.at}), 1)};
    auto const kind = head.phase % phases;
    if (kind == 0) return position;
    position.walks = true;
    position.target = (kind - 1) / states;
    position.state = (kind - 1) % states;
    return position;
  }
  std::uint32_t aim(Head const& head, std::uint32_t call, Rng& words) const {
    auto const level = target_level(digits_.levels(), call);
    return level > 0 ? digits_.digit(digits_.packed({head.target}), level) : words.below(digits_.m());
  }
  LocalVisits::Walk walk(Position const& position, std::uint32_t target) const {
    return {position.lowest, target, position.walks ? position.state : visits_.first_state(), position.call};
  }
  void mark(Position const& position, std::uint32_t target, Candidate& candidate) const {
    candidate.phase = static_cast<std::uint16_t>(position.call * phases_ + 1 + target * visits_.num_states() +
                                                 candidate.phase);
  }
  /// Returns the edge that follows the call of a position.
  Candidate edge(Position const& position, std::uint32_t free) const {
    auto const call = position.call + 1;
    auto const port =
        digits_.exchange_port_behind(network_->degree(position.lowest), edges_.level(call), free);
    return {.vcs = edges_.vcs(call), .phase = static_cast<std::uint16_t>(call * phases_), .port = port.v};
  }
  std::vector<Candidate> moves_to(Head const& head, Position const& position, std::uint32_t target) const;

  ClexDigits digits_;
  std::uint32_t calls_;
  CallEdges edges_;
  LocalNetworkPtr network_;
  LocalVisits visits_;
  std::uint64_t phases_;  // number per call
};

std::vector<Candidate> LocalClexRecursive::moves_to(Head const& head, Position const& position,
                                                    std::uint32_t target) const {
  std::vector<Candidate> moves;
  if (target == position.lowest) {
    for (std::uint32_t free = 0; free < (digits_.single() ? 1 : digits_.m()); ++free)
      moves.push_back(edge(position, free));
  } else {
    visits_.possible(walk(position, target), head, moves);
    for (auto& move : moves) mark(position, target, move);
  }
  return moves;
}

/// Appends the moves to all targets that the call permits. Random targets have equal probability: weights are
/// scaled such that the sum of the weights of the moves to each target is the same.
void LocalClexRecursive::possible(Head const& head, Possible& out) const {
  auto const position = position_of(head);
  auto const level = target_level(digits_.levels(), position.call);
  std::vector<std::vector<Candidate>> all;
  if (position.walks)
    all.push_back(moves_to(head, position, position.target));
  else if (level > 0)
    all.push_back(moves_to(head, position, digits_.digit(digits_.packed({head.target}), level)));
  else
    for (std::uint32_t target = 0; target < digits_.m(); ++target)
      all.push_back(moves_to(head, position, target));
  auto const sum = [](std::vector<Candidate> const& moves) {
    std::uint32_t weights = 0;
    for (auto const& move : moves) weights += move.weight;
    return weights;
  };
  std::uint32_t common = 1;
  for (auto const& moves : all) common = std::lcm(common, sum(moves));
  for (auto& moves : all) {
    auto const scale = common / sum(moves);
    for (auto& move : moves) {
      move.weight *= scale;
      out.candidates.push_back(move);
    }
  }
}

}  // namespace

ChannelRoutingPtr clex_recursive_with_local_networks(std::string_view name, topology::Clex const& clex,
                                                     std::uint32_t vcs) {
  auto const calls = static_cast<std::uint32_t>(num_calls(clex.levels()));
  ClexDigits digits(clex);
  require_phases(std::uint64_t{calls} * (1 + clex.m()), digits);
  return std::make_shared<LocalClexRecursive>(std::move(digits), clex, LocalVisits(name, clex, calls, vcs),
                                              vcs);
}

}  // namespace weft::routing
