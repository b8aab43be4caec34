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

/// Routing functions with their virtual-channel policies, for networks with credit-based flow control (Dally
/// & Towles, ch. 8 to 10, 14): the form of a routing for the engine `flit` and the deadlock analysis.
namespace weft::routing {

struct Deflection;

/// Input port of a head that is still at its source.
inline constexpr std::uint16_t from_source = 0xffff;
/// No intermediate router: the packet is routed to its destination.
inline constexpr std::uint32_t no_intermediate = 0xffffffff;
/// Maximum number of virtual channels per port.
inline constexpr std::uint32_t max_vcs = 64;
/// Number of required virtual channels if the routing can deadlock with any number.
inline constexpr std::uint32_t no_vcs_suffice = 0xffffffff;

/// A packet with its head flit at the front of an input virtual channel of a router other than its target.
struct Head {
  std::uint32_t at = 0;        ///< router
  std::uint32_t target = 0;    ///< the intermediate router if there is one, else `to`; never `at`
  std::uint32_t to = 0;        ///< destination router; may equal `at` if there is an intermediate router
  std::uint32_t terminal = 0;  ///< destination terminal
  std::uint32_t source = 0;    ///< source terminal
  std::uint64_t draw = 0;      ///< 64 random bits per packet and hop
  std::uint16_t phase = 0;     ///< state of the packet, defined by the routing; 0 at the source
  std::uint16_t in_port = from_source;
  std::uint8_t in_vc = 0;
};

/// A candidate of a head: an output port of its router and the permitted virtual channels.
struct Candidate {
  std::uint64_t vcs = 0;                         ///< bit set of permitted virtual channels
  std::uint32_t intermediate = no_intermediate;  ///< intermediate router after this hop, or no_intermediate
  std::uint16_t phase = 0;                       ///< phase after this hop
  std::uint16_t port = 0;
  std::uint8_t priority = 0;  ///< higher values are preferred
  std::uint8_t room = 1;      ///< whole packets that must fit into the downstream buffer: 2 to keep a bubble
  bool escape = false;        ///< belongs to the escape subfunction of an adaptive routing (Duato)
  std::uint32_t weight = 1;   ///< in Possible: relative frequency under an oblivious routing
};

/// Occupancy, in flits, of the downstream buffers of output ports (credits in use, over all virtual
/// channels), as observed by routings. Port p of router r is element first[r] + p.
struct QueueView {
  std::span<std::uint32_t const> first{};
  std::span<std::int32_t const> now{};   ///< current; only valid for ports of the head's router
  std::span<std::int32_t const> seen{};  ///< of all routers, some cycles ago
  std::int32_t local(std::uint32_t r, std::uint32_t port) const { return now[first[r] + port]; }
  std::int32_t global(std::uint32_t r, std::uint32_t port) const { return seen[first[r] + port]; }
};

/// Properties of a routing that an engine or an analysis queries before it uses the routing.
struct ChannelTraits {
  std::uint16_t width = 1;      ///< maximum number of candidates of a head
  std::uint32_t hop_bound = 0;  ///< maximum number of channels of a path
  bool minimal = false;         ///< every path has the minimum number of channels
  bool has_escape = false;      ///< adaptive; deadlock-free because of escape candidates (Duato's condition)
  bool preserves_bubble =
      false;  ///< rings may be cyclic; bubble flow control keeps buffer space free in them
  /// Deadlock-free only if each packet fits completely into a buffer or has the buffer to itself (virtual
  /// cut-through, atomic VCs): behind another packet, its head could not reach its escape channel.
  bool needs_whole_packets = false;
  /// `possible` and `starts` return all moves and their probabilities, independent of the load.
  bool oblivious = false;
  bool uses_local_queues = false;   ///< requires `QueueView::now`
  bool uses_remote_queues = false;  ///< requires `QueueView::seen`
  bool reaches_all = false;         ///< every terminal reaches every other one; `reaches` is always true
  bool by_terminal = false;         ///< candidates depend on the destination terminal, not only on its router
};

/// The initial state of a packet: a phase, and whether its first target is an intermediate router.
struct Launch {
  std::uint16_t phase = 0;
  bool to_intermediate = false;
  friend bool operator==(Launch, Launch) = default;
};

/// The initial state of packets between two routers under an oblivious routing: a launch, and an intermediate
/// router if there is one.
struct Start {
  Launch launch = {};
  std::uint32_t intermediate = no_intermediate;
  std::uint64_t weight = 1;  ///< frequency relative to the other starts of the pair
};

/// All possible routing decisions for a head, over all draws and queue states.
struct Possible {
  std::vector<Candidate> candidates;  ///< candidates towards its target; `intermediate` is not set
  std::vector<std::uint16_t>
      diversions;  ///< phases in which the packet may instead be diverted to an intermediate router here
  void clear() {
    candidates.clear();
    diversions.clear();
  }
};

/// A routing function with its virtual-channel policy, bound to a network and a number of virtual channels.
/// All functions are pure and thread-safe. Every packet travels in legs: to an intermediate router if it has
/// one (where its phase becomes `after_intermediate`), then to its destination. Within a leg, its candidates
/// depend only on its target and phase or, if `by_terminal`, on its terminal and phase. Hence the deadlock
/// analysis can explore all moves of a routing leg by leg, with `launches`, `possible` and
/// `after_intermediate`.
class ChannelRouting {
 public:
  virtual ~ChannelRouting() = default;
  virtual ChannelTraits traits() const = 0;
  /// Writes the candidates of head i to out[i * width] and the following elements, and their number, at least
  /// one, to count[i].
  virtual void route(std::span<Head const> heads, QueueView const& queues, std::span<Candidate> out,
                     std::span<std::uint16_t> count) const = 0;

  virtual std::vector<Launch> launches() const { return {{}}; }
  /// A source and a destination terminal at different routers.
  struct TerminalPair {
    std::uint32_t source = 0, terminal = 0;
  };
  /// Returns the initial phase of packets of a terminal pair, for `possible`. Only for terminal-based
  /// routings (`by_terminal`).
  virtual std::uint16_t phase_at_source(TerminalPair const& /*pair*/) const { return 0; }
  /// Appends every initial state of packets from one router to another. Only for oblivious routings.
  virtual void starts(std::uint32_t /*from*/, std::uint32_t /*to*/, std::vector<Start>& out) const {
    for (auto const launch : launches()) out.push_back({launch});
  }
  /// Appends the possible results of `route` for a head on a leg. Ignores `to`, `source`, `draw` and, unless
  /// `by_terminal`, `terminal`; `in_port` must be `from_source` at the start.
  virtual void possible(Head const& head, Possible& out) const = 0;
  /// Returns the phase of a packet that has reached its intermediate router.
  virtual std::uint16_t after_intermediate(std::uint16_t phase) const { return phase; }
  /// Returns whether packets at router `from` may choose intermediate router `intermediate`.
  virtual bool may_be_intermediate(std::uint32_t /*from*/, std::uint32_t /*intermediate*/) const {
    return true;
  }
  /// Returns whether there is a path from one router to another. False only if there are failures or
  /// unidirectional channels; `route` and `possible` are not called for such pairs.
  virtual bool reaches(std::uint32_t /*from*/, std::uint32_t /*to*/) const { return true; }
  /// Returns whether there is a path from router `from` to `terminal`, which ejects from router `to`.
  virtual bool reaches_terminal(std::uint32_t from, std::uint32_t to, std::uint32_t /*terminal*/) const {
    return reaches(from, to);
  }
  /// Returns the rule of a bufferless routing (routing/deflection), which engines execute; null for all other
  /// routings.
  virtual Deflection const* deflection() const { return nullptr; }
};

using ChannelRoutingPtr = std::shared_ptr<ChannelRouting const>;

/// Virtual channels available to a routing.
struct VcSupply {
  std::uint32_t vcs = 1;        ///< per port, 1 .. max_vcs
  bool allow_deadlock = false;  ///< whether fewer VCs than deadlock freedom requires are accepted
  /// Returns the number of VCs to use instead of `vcs`, given the number that the routing needs. Optional.
  std::function<std::uint32_t(std::uint32_t needed)> choose = {};
};

/// The virtual channels of a port, divided into one block per class: `classes` blocks of nearly equal size,
/// larger blocks first. If there are fewer virtual channels than classes, the remaining classes share the
/// last channel.
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

/// Returns the number of virtual channels that a routing uses. Throws InputError, naming `vcs`, if the number
/// is lower than `needed`, unless deadlock is allowed. `why`: the reason for the number, such as "two on
/// dimensions that wrap"; for no_vcs_suffice, the reason for the deadlock.
std::uint32_t supplied_vcs(std::string_view routing, std::uint32_t needed, VcSupply const& given,
                           std::string_view why);

/// Base of deterministic routings: `Derived::next(Head const&)` returns the only candidate of a head.
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
