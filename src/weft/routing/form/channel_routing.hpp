// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "weft/core/ids.hpp"
#include "weft/network/network.hpp"

namespace weft::routing {

/// A channel of a network and one of its virtual channels.
struct VirtualChannel {
  ChannelIndex channel;
  std::uint8_t vc = 0;
  friend auto operator<=>(VirtualChannel const&, VirtualChannel const&) = default;
};

}  // namespace weft::routing

/// Routing functions with their virtual-channel policies, for networks with flow control by credits (Dally &
/// Towles, ch. 8 to 10, 14): the form of a routing that the flit engine and the analysis of deadlocks use.
namespace weft::routing {

struct Deflection;

/// The input port of a head that its source has just injected.
inline constexpr std::uint16_t from_source = 0xffff;
/// No intermediate router: the packet heads for its destination.
inline constexpr std::uint32_t no_via = 0xffffffff;
/// The maximum number of virtual channels of a port.
inline constexpr std::uint32_t most_vcs = 64;
/// In place of a number of virtual channels needed: the routing can deadlock with any number.
inline constexpr std::uint32_t no_vcs_suffice = 0xffffffff;

/// A packet whose first flit is at the front of an input virtual channel, not at its target router.
struct Head {
  std::uint32_t at = 0;  ///< router
  std::uint32_t target =
      0;  ///< router that it heads for: the intermediate one if it has one, else `to`; never `at`
  std::uint32_t to = 0;        ///< router of its destination; may be `at` if it has an intermediate router
  std::uint32_t terminal = 0;  ///< its destination
  std::uint32_t source = 0;    ///< terminal
  std::uint64_t draw = 0;      ///< 64 random bits named by packet and hop
  std::uint16_t phase = 0;     ///< the routing's state in the packet; 0 at the source
  std::uint16_t in_port = from_source;
  std::uint8_t in_vc = 0;
};

/// A candidate of a head: an output port of its router and the virtual channels that it may take there.
struct Candidate {
  std::uint64_t vcs = 0;       ///< a bit for each
  std::uint32_t via = no_via;  ///< the packet's intermediate router after this hop, or none
  std::uint16_t phase = 0;     ///< its phase after this hop
  std::uint16_t port = 0;
  std::uint8_t priority = 0;  ///< a higher one is preferred
  std::uint8_t room =
      1;  ///< whole packets that must fit into the next buffer: 2 to keep a bubble (bubble flow control)
  bool escape = false;       ///< belongs to the escape routing of an adaptive one (Duato)
  std::uint32_t weight = 1;  ///< in Possible: how often an oblivious routing takes it, relative to the others
};

/// Flits in the buffers behind output ports (credits in use, all virtual channels), as routings may see them.
/// Port p of router r is element first[r] + p.
struct QueueView {
  std::span<std::uint32_t const> first{};
  std::span<std::int32_t const> now{};   ///< of a head's own router only
  std::span<std::int32_t const> seen{};  ///< of all routers, some cycles ago
  std::int32_t local(std::uint32_t r, std::uint32_t port) const { return now[first[r] + port]; }
  std::int32_t global(std::uint32_t r, std::uint32_t port) const { return seen[first[r] + port]; }
};

/// The properties of a routing that an engine or an analysis needs first.
struct ChannelTraits {
  std::uint16_t width = 1;      ///< maximum candidates of a head
  std::uint32_t hop_bound = 0;  ///< no packet takes more channels
  bool minimal = false;         ///< every packet takes a minimum number of channels
  bool has_escape = false;      ///< adaptive; free of deadlock by its escape candidates (Duato's condition)
  bool keeps_bubble = false;    ///< rings may be cyclic: bubble flow control keeps room in them
  /// Free of deadlock only if a packet fits whole into a buffer or is alone in it (virtual cut-through,
  /// atomic VCs): behind another one its head cannot reach its escape channel.
  bool needs_whole_packets = false;
  /// `possible` and `starts` give all its moves and their probabilities, independent of the load.
  bool oblivious = false;
  bool sees_queues = false;      ///< needs `QueueView::now`
  bool sees_all_queues = false;  ///< needs `QueueView::seen`
  bool reaches_all = false;      ///< every terminal has a path to every other; `reaches` need not be asked
  bool by_terminal = false;      ///< the candidates depend on the destination's terminal, not only its router
};

/// A packet's start: towards its destination or an intermediate router, in a phase.
struct Launch {
  std::uint16_t phase = 0;
  bool to_via = false;
  friend bool operator==(Launch, Launch) = default;
};

/// The start of packets between two routers under an oblivious routing: a launch, and an intermediate router
/// if any.
struct Start {
  Launch launch = {};
  std::uint32_t via = no_via;
  std::uint64_t weight = 1;  ///< how often, relative to the other starts of the pair
};

/// All possible answers to a head, under any draw and any queues.
struct Possible {
  std::vector<Candidate> candidates;  ///< towards its target; `via` is not set
  std::vector<std::uint16_t>
      diversions;  ///< phases in which it may instead leave here for an intermediate router
  void clear() {
    candidates.clear();
    diversions.clear();
  }
};

/// A routing function with its virtual-channel policy, bound to one network and a number of virtual channels.
/// Pure functions of their arguments, thread-safe. Every packet travels in legs: to an intermediate router if
/// it has one (there it takes `after_via` as its phase), then to its destination; within a leg its candidates
/// depend on its target and phase only, or, `by_terminal`, on its terminal and phase. So the analysis of
/// deadlocks explores all moves of a routing leg by leg, with `launches`, `possible`, `after_via`.
class ChannelRouting {
 public:
  virtual ~ChannelRouting() = default;
  virtual ChannelTraits traits() const = 0;
  /// Writes the candidates of head i to out[i * width] and the elements after it, and their number, at least
  /// one, to count[i].
  virtual void route(std::span<Head const> heads, QueueView const& queues, std::span<Candidate> out,
                     std::span<std::uint16_t> count) const = 0;

  virtual std::vector<Launch> launches() const { return {{}}; }
  /// Two terminals at different routers.
  struct TerminalPair {
    std::uint32_t source = 0, terminal = 0;
  };
  /// The phase in which packets set out, for `possible`. Only of routings by terminal.
  virtual std::uint16_t phase_at_source(TerminalPair const& /*pair*/) const { return 0; }
  /// Appends every start of a packet from one router to another. Only of oblivious routings.
  virtual void starts(std::uint32_t /*from*/, std::uint32_t /*to*/, std::vector<Start>& out) const {
    for (auto const launch : launches()) out.push_back({launch});
  }
  /// The possible answers of `route` to a head in that phase of a leg (it does not use `to`, `source`,
  /// `draw`, nor `terminal` unless it is `by_terminal`; `in_port` is `from_source` at the start).
  virtual void possible(Head const& head, Possible& out) const = 0;
  /// The phase of a packet that has reached its intermediate router.
  virtual std::uint16_t after_via(std::uint16_t phase) const { return phase; }
  /// Whether packets at a router may choose that intermediate one.
  virtual bool may_be_via(std::uint32_t /*from*/, std::uint32_t /*via*/) const { return true; }
  /// Whether there is a path between two routers. False only after failures or if channels have one
  /// direction; `route` and `possible` are not called then.
  virtual bool reaches(std::uint32_t /*from*/, std::uint32_t /*to*/) const { return true; }
  /// The same to a terminal, which router `to` ejects.
  virtual bool reaches_terminal(std::uint32_t from, std::uint32_t to, std::uint32_t /*terminal*/) const {
    return reaches(from, to);
  }
  /// Returns the rule of a routing without buffers (routing/deflection), which engines execute; null for all
  /// other routings.
  virtual Deflection const* deflection() const { return nullptr; }
};

using ChannelRoutingPtr = std::shared_ptr<ChannelRouting const>;

/// The virtual channels that a routing is given.
struct VcSupply {
  std::uint32_t vcs = 1;        ///< per port, 1 .. most_vcs
  bool allow_deadlock = false;  ///< accept fewer VCs than deadlock freedom needs
  /// The number of VCs in place of `vcs`, given the number that the routing needs; may be empty.
  std::function<std::uint32_t(std::uint32_t needed)> choose = {};
};

/// The virtual channels of a port in `classes` blocks, as equal as possible, the earlier ones larger. With
/// fewer virtual channels than classes, the last one serves all remaining classes.
class VcBlocks {
 public:
  VcBlocks(std::uint32_t vcs, std::uint32_t classes) : vcs_(vcs), classes_(classes) {}
  std::uint64_t of(std::uint32_t block) const {
    if (vcs_ >= classes_) return below(first(block + 1)) & ~below(first(block));
    auto const only = block < vcs_ ? block : vcs_ - 1;
    return below(only + 1) & ~below(only);
  }
  std::uint64_t all() const { return below(vcs_); }

 private:
  static std::uint64_t below(std::uint32_t bits) {
    return bits >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << bits) - 1;
  }
  std::uint32_t first(std::uint32_t block) const {
    return block * (vcs_ / classes_) + (block < vcs_ % classes_ ? block : vcs_ % classes_);
  }
  std::uint32_t vcs_, classes_;
};

/// The virtual channels that a routing gets. Throws InputError at `vcs` if they are fewer than it needs
/// (unless it may deadlock). `why`: the reason, as in "two on dimensions that wrap"; if no_vcs_suffice are
/// needed, why it deadlocks.
std::uint32_t supplied_vcs(std::string_view routing, std::uint32_t needed, VcSupply const& given,
                           std::string_view why);

/// The base of deterministic routings: a head has one candidate, which `Derived::next(Head const&)` returns.
template <class Derived>
class SingleCandidate : public ChannelRouting {
 public:
  void route(std::span<Head const> heads, QueueView const&, std::span<Candidate> out,
             std::span<std::uint16_t> count) const final {
    for (std::size_t i = 0; i < heads.size(); ++i) {
      out[i] = self().next(heads[i]);
      count[i] = 1;
    }
  }
  void possible(Head const& head, Possible& out) const final { out.candidates.push_back(self().next(head)); }

 private:
  Derived const& self() const { return static_cast<Derived const&>(*this); }
};

}  // namespace weft::routing
