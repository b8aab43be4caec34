// SPDX-License-Identifier: Apache-2.0
#include "weft/routing/clex_direct/clex_direct.hpp"

#include <cstdint>
#include <utility>

#include "weft/routing/clex/clex_digits.hpp"
#include "weft/routing/clex/local_visits.hpp"
#include "weft/routing/form/channel_routing.hpp"
#include "weft/routing/form/derived_forms.hpp"

namespace weft::routing {
namespace {

/// Routes on CLEX with the levels in the order 1, l, l - 1, .., 2: a channel of the clique moves the required
/// value of the highest incorrect digit to the lowest position, then the edges of the lower levels set one
/// digit after another. With links=full and landing=low, one such descent reaches any node; otherwise a route
/// consists of several descents, each from a lower level.
class ClexDescent {
 public:
  explicit ClexDescent(ClexDigits digits) : digits_(std::move(digits)) {}

  ClexDigits const& digits() const { return digits_; }

  struct Hop {
    std::uint16_t port;
    std::uint32_t level;
    std::uint32_t next;  ///< router
  };
  /// The level of the next hop to another node, and the digit that it sets: the lowest digit, or the free
  /// digit of an edge. Routers are packed.
  struct Step {
    std::uint32_t level, digit;
  };
  Step step(std::uint32_t at, std::uint32_t to) const;
  Hop hop(std::uint32_t at, std::uint32_t to) const;
  /// Returns whether a hop of level `level` after a hop of level `last` (0: no previous hop) starts another
  /// descent.
  static bool begins_another(std::uint32_t last, std::uint32_t level) { return last > 1 && level == 1; }
  /// Returns the maximum number of descents of a route.
  std::uint32_t maximum() const {
    auto const levels = digits_.levels();
    if (digits_.single()) return levels;
    return digits_.low_landing() ? 1 : (levels + 1) / 2;
  }
  /// Returns the maximum number of hops of a route.
  std::uint32_t longest() const { return digits_.single() ? 2 * digits_.levels() - 1 : digits_.levels(); }

 private:
  ClexDigits digits_;
};

inline ClexDescent::Step ClexDescent::step(std::uint32_t at, std::uint32_t to) const {
  auto const highest = digits_.highest_difference(at, to);
  auto const requested = digits_.digit(to, highest);
  if (highest == 1 || digits_.digit(at, 1) != requested) return {1, requested};
  auto free = digits_.digit(to, 1);
  if (!digits_.low_landing() && highest > 2) {
    free = digits_.digit(to, highest - 1);
  } else {
    auto const landing = digits_.along_exchange(at, highest, requested);
    if (auto const next = digits_.highest_difference(landing, to); next >= 2) free = digits_.digit(to, next);
  }
  return {highest, free};
}

inline ClexDescent::Hop ClexDescent::hop(std::uint32_t at, std::uint32_t to) const {
  auto const [level, digit] = step(at, to);
  if (level == 1) return {digits_.clique_port(at, digit).v, 1, digits_.along_clique(at, digit)};
  return {digits_.exchange_port(level, digit).v, level, digits_.along_exchange(at, level, digit)};
}

/// Number of low bits for the level of the last hop in the phase of a packet; the bits above store the number
/// of its earlier descents.
constexpr std::uint32_t level_bits = 6;

class ClexDirectRouting final : public SingleCandidate<ClexDirectRouting> {
 public:
  ClexDirectRouting(ClexDescent descent, std::uint32_t vcs) : descent_(std::move(descent)) {
    VcBlocks const blocks(vcs, descent_.maximum());
    for (std::uint32_t i = 0; i < descent_.maximum(); ++i) masks_.push_back(blocks.of(i));
  }
  ChannelTraits traits() const override { return {.hop_bound = descent_.longest(), .oblivious = true}; }

  Candidate next(Head const& head) const {
    auto const& digits = descent_.digits();
    auto const hop = descent_.hop(digits.packed({head.at}), digits.packed({head.target}));
    std::uint32_t const last = head.phase & ((1u << level_bits) - 1);
    auto const descents = (head.phase >> level_bits) + ClexDescent::begins_another(last, hop.level);
    return {.vcs = masks_[descents],
            .phase = static_cast<std::uint16_t>(descents << level_bits | hop.level),
            .port = hop.port};
  }

 private:
  ClexDescent descent_;
  std::vector<std::uint64_t> masks_;  // by descent
};

/// clex_direct with local networks instead of the cliques. Phase of a packet: the number of its earlier
/// descents, and whether it starts a descent, continues one after an edge, or is in a local network, with its
/// state there.
class LocalClexDirect final : public ChannelRouting {
 public:
  LocalClexDirect(ClexDescent descent, topology::Clex const& clex, LocalVisits visits, std::uint32_t vcs)
      : descent_(std::move(descent)),
        network_(clex.local()),
        visits_(std::move(visits)),
        phases_(walking + visits_.num_states()) {
    VcBlocks const blocks(vcs, descent_.maximum());
    for (std::uint32_t i = 0; i < descent_.maximum(); ++i) masks_.push_back(blocks.of(i));
  }
  ChannelTraits traits() const override {
    auto traits = visits_.traits();
    traits.hop_bound = descent_.maximum() * traits.hop_bound + descent_.longest();
    traits.minimal = false;
    traits.oblivious = true;
    return traits;
  }
  void route(std::span<Head const> heads, QueueView const&, std::span<Candidate> out,
             std::span<std::uint16_t> count) const override {
    auto const width = visits_.traits().width;
    for (std::size_t i = 0; i < heads.size(); ++i) {
      auto const position = position_of(heads[i]);
      if (position.step.level > 1) {
        out[i * width] = edge(position);
        count[i] = 1;
        continue;
      }
      count[i] = visits_.route(position.walk, heads[i], &out[i * width]);
      for (std::size_t k = i * width; k < i * width + count[i]; ++k) mark(position, out[k]);
    }
  }
  void possible(Head const& head, Possible& out) const override {
    auto const position = position_of(head);
    if (position.step.level > 1) return out.candidates.push_back(edge(position));
    auto const first = out.candidates.size();
    visits_.possible(position.walk, head, out.candidates);
    for (auto k = first; k < out.candidates.size(); ++k) mark(position, out.candidates[k]);
  }

 private:
  static constexpr std::uint32_t starting = 0, descending = 1, walking = 2;
  struct Position {
    ClexDescent::Step step;
    std::uint32_t descents;
    LocalVisits::Walk walk;
  };
  Position position_of(Head const& head) const {
    auto const& digits = descent_.digits();
    auto const at = digits.packed({head.at});
    auto const lowest = digits.digit(at, 1);
    Position position{descent_.step(at, digits.packed({head.target})), head.phase / phases_, {}};
    auto const kind = head.phase % phases_;
    position.descents += kind == descending && position.step.level == 1;
    position.walk = {lowest, position.step.digit, kind >= walking ? kind - walking : visits_.first_state(),
                     position.descents};
    return position;
  }
  Candidate edge(Position const& position) const {
    auto const port = descent_.digits().exchange_port_behind(network_->degree(position.walk.at),
                                                             position.step.level, position.step.digit);
    return {.vcs = masks_[position.descents],
            .phase = static_cast<std::uint16_t>(position.descents * phases_ + descending),
            .port = port.v};
  }
  void mark(Position const& position, Candidate& candidate) const {
    candidate.phase = static_cast<std::uint16_t>(position.descents * phases_ + walking + candidate.phase);
  }

  ClexDescent descent_;
  LocalNetworkPtr network_;
  LocalVisits visits_;
  std::uint32_t phases_;              // number per descent
  std::vector<std::uint64_t> masks_;  // of edges, by descent
};

class ClexDirectPackets final : public PacketRouting {
 public:
  explicit ClexDirectPackets(ClexDescent descent) : descent_(std::move(descent)) {}
  PacketTraits traits() const override { return {.hop_bound = descent_.longest()}; }
  void encode(std::span<std::uint32_t> routers) const override { descent_.digits().encode(routers); }
  RouterId decode(std::uint32_t to) const override { return descent_.digits().router(to); }
  void route(Heads const& heads) const override {
    for (std::size_t i = 0; i < heads.size(); ++i) {
      auto const at = descent_.digits().packed(heads.at[i]), to = heads.to[i];
      heads.port[i] = at == to ? arrived : PortId{descent_.hop(at, to).port};
    }
  }
  void hops_left(Heads const& heads, std::span<std::uint32_t> hops) const override {
    for (std::size_t i = 0; i < heads.size(); ++i) {
      hops[i] = 0;
      for (auto at = descent_.digits().packed(heads.at[i]); at != heads.to[i]; ++hops[i])
        at = descent_.hop(at, heads.to[i]).next;
    }
  }

 private:
  ClexDescent descent_;
};

}  // namespace

std::uint32_t ClexDirect::vcs_needed(Machine const& machine) const {
  auto const clex = machine.as<topology::Clex>();
  return vcs_of_visits(*clex, ClexDescent(ClexDigits(*clex)).maximum());
}

ChannelRoutingPtr ClexDirect::channels(Machine const& machine, VcSupply const& supply) const {
  auto const clex = machine.as<topology::Clex>();
  ClexDescent descent{ClexDigits(*clex)};
  auto const vcs = supplied_vcs(
      name, vcs_needed(machine), supply,
      clex->local() ? "the VCs of the local network's routing for each visit of a route to level 1"
                    : "one for each visit of a route to level 1");
  if (clex->local()) {
    LocalVisits visits(name, *clex, descent.maximum(), vcs);
    return std::make_shared<LocalClexDirect>(std::move(descent), *clex, std::move(visits), vcs);
  }
  return std::make_shared<ClexDirectRouting>(std::move(descent), vcs);
}

PacketRoutingPtr ClexDirect::packets(Machine const& machine) const {
  if (machine.as<topology::Clex>()->local())
    return packets_from_channels(name, machine.network(), channels(machine, {.allow_deadlock = true}));
  return std::make_shared<ClexDirectPackets>(ClexDescent(ClexDigits(*machine.as<topology::Clex>())));
}

}  // namespace weft::routing
