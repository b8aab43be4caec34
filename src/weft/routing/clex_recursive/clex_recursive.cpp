// SPDX-License-Identifier: Apache-2.0
#include "weft/routing/clex_recursive/clex_recursive.hpp"

#include <algorithm>
#include <concepts>
#include <string>
#include <tuple>
#include <utility>

#include "weft/core/error.hpp"
#include "weft/core/random.hpp"
#include "weft/network/machine.hpp"
#include "weft/routing/clex/clex_digits.hpp"
#include "weft/routing/clex/local_visits.hpp"
#include "weft/routing/clex_recursive/recursive_with_local.hpp"
#include "weft/routing/form/derived_forms.hpp"
#include "weft/routing/form/packet_routing.hpp"
#include "weft/topology/family/clex.hpp"

namespace weft::routing {
namespace {

/// A(l) for packets that travel independently, not in phases. See routing::ClexRecursive.
class ClexRecursivePackets final : public PacketRouting {
 public:
  ClexRecursivePackets(ClexDigits digits, NetworkPtr failing);
  PacketTraits traits() const override;
  void encode(std::span<std::uint32_t> routers) const override { digits_.encode(routers); }
  RouterId decode(std::uint32_t to) const override { return digits_.router(to); }
  void start(Heads const& heads) const override;
  void route(Heads const& heads) const override;
  /// Writes the remaining hops under the assumption that every call uses its direct channel; the mean is
  /// slightly higher.
  void hops_left(Heads const& heads, std::span<std::uint32_t> hops) const override;

 private:
  /// Position of a packet in the recursion: the call, the lowest digit that the call sets, and whether the
  /// packet comes from a relay.
  struct Progress {
    std::uint32_t call = 0, target = 0;
    bool relayed = false;
  };
  struct Candidate {
    PortId port;
    Progress next;
  };
  static constexpr std::uint32_t digit_bits = 16, relay_bit = 1u << 14;
  static Progress unpack(std::uint32_t state) {
    return {state >> digit_bits & (relay_bit - 1), state & 0xffff, (state & relay_bit << digit_bits) != 0};
  }
  static std::uint32_t pack(Progress p) {
    return (p.relayed ? relay_bit << digit_bits : 0) | p.call << digit_bits | p.target;
  }

  Progress begin_call(std::uint32_t call, std::uint32_t to, std::uint64_t draw) const;
  std::uint16_t candidates(RouterId router, std::uint32_t to, Progress progress, std::uint64_t draw,
                           Candidate* out) const;
  std::uint16_t exchange(RouterId router, std::uint32_t to, std::uint32_t call, std::uint64_t draw,
                         Candidate* out) const;
  bool works(RouterId router, PortId port) const {
    return failing_ == nullptr || !failing_->channel_failed(failing_->channel(router, port));
  }

  ClexDigits digits_;
  NetworkPtr failing_;  // null if there are no failures
  std::uint32_t calls_;
};

/// Purposes for which one draw yields independent random numbers.
enum class Use : std::uint64_t { target, relay, edge };
std::uint32_t draw_below(std::uint32_t bound, std::uint64_t draw, Use use, std::uint64_t attempt = 0) {
  return RandomWords::derived(draw).below(bound, attempt << 2 | static_cast<std::uint64_t>(use));
}

/// Maximum number of draws of a relay or an edge; drawn parts may have failed.
constexpr std::uint32_t attempts = 16;

ClexRecursivePackets::ClexRecursivePackets(ClexDigits digits, NetworkPtr failing)
    : digits_(std::move(digits)),
      failing_(std::move(failing)),
      calls_(static_cast<std::uint32_t>(num_calls(digits_.levels()))) {}

PacketTraits ClexRecursivePackets::traits() const {
  return {.has_state = true,
          .draws = true,
          .width = 2,
          .selection = Selection::first_free,
          .exact_hops = false,
          .hop_bound = 3 * calls_ - 1};
}

ClexRecursivePackets::Progress ClexRecursivePackets::begin_call(std::uint32_t call, std::uint32_t to,
                                                                std::uint64_t draw) const {
  auto const level = target_level(digits_.levels(), call);
  return {call, level > 0 ? digits_.digit(to, level) : draw_below(digits_.m(), draw, Use::target), false};
}

void ClexRecursivePackets::start(Heads const& heads) const {
  for (std::size_t i = 0; i < heads.size(); ++i)
    heads.next_state[i] = pack(begin_call(0, heads.to[i], heads.draw[i]));
}

void ClexRecursivePackets::route(Heads const& heads) const {
  for (std::size_t i = 0; i < heads.size(); ++i) {
    Candidate list[2]{{arrived, {}}, {arrived, {}}};
    heads.candidates[i] = candidates(heads.at[i], heads.to[i], unpack(heads.state[i]), heads.draw[i], list);
    for (std::size_t k = 0; k < 2; ++k) {
      heads.port[2 * i + k] = list[k].port;
      heads.next_state[2 * i + k] = pack(list[k].next);
    }
  }
}

std::uint16_t ClexRecursivePackets::candidates(RouterId router, std::uint32_t to, Progress progress,
                                               std::uint64_t draw, Candidate* out) const {
  auto const at = digits_.packed(router), lowest = digits_.digit(at, 1);
  if (at == to) return 1;
  if (lowest == progress.target) {
    if (progress.call + 1 < calls_) return exchange(router, to, progress.call + 1, draw, out);
    progress = begin_call(0, to, draw);  // after a detour around failures
    if (lowest == progress.target) return calls_ > 1 ? exchange(router, to, 1, draw, out) : std::uint16_t{1};
  }
  std::uint16_t count = 0;
  auto const direct = digits_.clique_port(at, progress.target);
  if (works(router, direct)) out[count++] = {direct, {progress.call, progress.target, false}};
  if (progress.relayed) return 1;
  for (std::uint32_t k = 0; k < attempts; ++k) {
    auto const relay = draw_below(digits_.m(), draw, Use::relay, k);
    if (relay == progress.target || relay == lowest) {
      if (failing_ == nullptr) break;
      continue;
    }
    auto const port = digits_.clique_port(at, relay);
    auto const there = digits_.along_clique(at, relay);
    if (!works(router, port) || !works(digits_.router(there), digits_.clique_port(there, progress.target)))
      continue;
    out[count++] = {port, {progress.call, progress.target, true}};
    break;
  }
  return std::max<std::uint16_t>(count, 1);
}

std::uint16_t ClexRecursivePackets::exchange(RouterId router, std::uint32_t to, std::uint32_t call,
                                             std::uint64_t draw, Candidate* out) const {
  auto const level = exchange_level(call);
  for (std::uint32_t k = 0; k < attempts; ++k) {
    auto const port = digits_.exchange_port(level, draw_below(digits_.m(), draw, Use::edge, k));
    if (!works(router, port)) continue;
    out[0] = {port, begin_call(call, to, draw)};
    break;
  }
  return 1;
}

void ClexRecursivePackets::hops_left(Heads const& heads, std::span<std::uint32_t> hops) const {
  for (std::size_t i = 0; i < heads.size(); ++i) {
    auto const progress = unpack(heads.state[i]);
    auto const at = digits_.packed(heads.at[i]);
    hops[i] =
        at == heads.to[i] ? 0 : 2 * (calls_ - 1 - progress.call) + (digits_.digit(at, 1) != progress.target);
  }
}

constexpr std::uint32_t max_levels = 15;

/// Phase of a packet: twice the number of its call of A(1), plus one after its hop within the clique.
class ClexRecursiveRouting final : public ChannelRouting {
 public:
  ClexRecursiveRouting(ClexDigits digits, std::uint32_t vcs)
      : digits_(std::move(digits)),
        calls_(static_cast<std::uint32_t>(num_calls(digits_.levels()))),
        edges_(digits_.levels(), vcs) {
    VcBlocks const of_clique(vcs, calls_);
    for (std::uint32_t call = 0; call < calls_; ++call) clique_masks_.push_back(of_clique.of(call));
  }

  ChannelTraits traits() const override { return {.hop_bound = 2 * calls_ - 1, .oblivious = true}; }
  void route(std::span<Head const> heads, QueueView const&, std::span<Candidate> out,
             std::span<std::uint16_t> count) const override {
    for (std::size_t i = 0; i < heads.size(); ++i) {
      auto words = Rng::derived(heads[i].draw);
      out[i] = next(heads[i], words);
      count[i] = 1;
    }
  }
  void possible(Head const& head, Possible& out) const override {
    auto const at = digits_.packed({head.at}), lowest = digits_.digit(at, 1);
    auto const call = head.phase / 2u;
    bool exchanges = is_done(head);
    std::uint32_t const landings = digits_.single() ? 1 : digits_.m();
    auto const visit_digit = [&](std::uint32_t target) {
      if (target == lowest)
        exchanges = true;
      else {
        out.candidates.push_back(clique_candidate(at, target, call));
        out.candidates.back().weight = landings;
      }
    };
    if (!exchanges) {
      if (auto const level = target_level(digits_.levels(), call); level > 0)
        visit_digit(digits_.digit(digits_.packed({head.target}), level));
      else
        for (std::uint32_t target = 0; target < digits_.m(); ++target) visit_digit(target);
    }
    if (!exchanges) return;
    for (std::uint32_t free = 0; free < landings; ++free)
      out.candidates.push_back(exchange_candidate(free, call + 1));
  }

 private:
  static bool is_done(Head const& head) { return head.phase % 2 != 0; }

  Candidate next(Head const& head, Rng& words) const {
    auto const at = digits_.packed({head.at}), lowest = digits_.digit(at, 1);
    auto const call = head.phase / 2u;
    if (!is_done(head)) {
      auto const level = target_level(digits_.levels(), call);
      auto const target =
          level > 0 ? digits_.digit(digits_.packed({head.target}), level) : words.below(digits_.m());
      if (target != lowest) return clique_candidate(at, target, call);
    }
    return exchange_candidate(words.below(digits_.m()), call + 1);
  }
  Candidate clique_candidate(std::uint32_t at, std::uint32_t target, std::uint32_t call) const {
    return {.vcs = clique_masks_[call],
            .phase = static_cast<std::uint16_t>(2 * call + 1),
            .port = digits_.clique_port(at, target).v};
  }
  /// Returns the edge that precedes `call`.
  Candidate exchange_candidate(std::uint32_t free, std::uint32_t call) const {
    return {.vcs = edges_.vcs(call),
            .phase = static_cast<std::uint16_t>(2 * call),
            .port = digits_.exchange_port(edges_.level(call), free).v};
  }

  ClexDigits digits_;
  std::uint32_t calls_;
  CallEdges edges_;
  std::vector<std::uint64_t> clique_masks_;  // by call
};

}  // namespace

std::uint32_t ClexRecursive::vcs_needed(Machine const& machine) const {
  auto const clex = machine.as<topology::Clex>();
  return vcs_of_visits(*clex, static_cast<std::uint32_t>(num_calls(clex->levels())));
}

namespace {

void require_few_levels(Machine const& machine) {
  if (machine.as<topology::Clex>()->levels() > max_levels)
    throw InputError{
        "clex_recursive does not support levels=" + std::to_string(machine.as<topology::Clex>()->levels()),
        "the maximum is " + std::to_string(max_levels),
        {},
        "routing"};
}

}  // namespace

ChannelRoutingPtr ClexRecursive::channels(Machine const& machine, VcSupply const& supply) const {
  require_few_levels(machine);
  auto const clex = machine.as<topology::Clex>();
  auto const vcs =
      supplied_vcs(name, vcs_needed(machine), supply,
                   clex->local() ? "the VCs of the local network's routing for each visit of level "
                                   "1, 2^(levels - 1)"
                                 : "one for each visit of level 1, 2^(levels - 1)");
  if (clex->local()) return clex_recursive_with_local_networks(name, *clex, vcs);
  return std::make_shared<ClexRecursiveRouting>(ClexDigits(*machine.as<topology::Clex>()), vcs);
}

PacketRoutingPtr ClexRecursive::packets(Machine const& machine) const {
  require_few_levels(machine);
  if (machine.as<topology::Clex>()->local())
    return packets_from_channels(name, machine.network(), channels(machine, {.allow_deadlock = true}));
  return std::make_shared<ClexRecursivePackets>(ClexDigits(*machine.as<topology::Clex>()),
                                                machine.has_failures() ? machine.network() : nullptr);
}

}  // namespace weft::routing
