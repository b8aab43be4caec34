// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "weft/network/network.hpp"
#include "weft/routing/form/packet_routing.hpp"

namespace weft::routing {

class PathGraph;

/// A channel's share of the traffic between two routers: numerator / Shares::denominator().
struct ChannelShare {
  ChannelIndex channel;
  std::uint64_t numerator = 0;
  friend bool operator==(ChannelShare const&, ChannelShare const&) = default;
};

/// The structure of an oblivious routing's paths, if it allows adding up the loads of all pairs at once.
struct PathStructure {
  /// One path for each pair, except for parallel channels and ties (PacketTraits::ties); else null.
  PacketRoutingPtr tree = {};
  /// Shortest paths through this graph; else null.
  std::shared_ptr<PathGraph const> graph = {};
  /// Every router divides its traffic evenly among its ports on shortest paths; else every path carries the
  /// same share.
  bool by_port = false;
  /// The weight of each router as the intermediate one of two legs; empty: one leg.
  std::vector<std::uint32_t> via = {};
};

/// An oblivious routing, pair by pair: for the load of any routing, and for a search that moves one task at a
/// time. Safe to call from several threads.
class Shares {
 public:
  virtual ~Shares() = default;
  virtual std::uint64_t denominator() const = 0;
  /// Appends the channels on the paths from one router to another, each once. Nothing for a router to itself.
  /// Returns whether the shares are exact: shares that are not multiples of 1 / denominator() are rounded to
  /// it. Throws InputError if there is no path.
  virtual bool append(RouterId from, RouterId to, std::vector<ChannelShare>& out) const = 0;
  /// Whether the paths depend on the terminal of the destination. Then only append_to() may be called, not
  /// append().
  virtual bool by_terminal() const { return false; }
  /// As append(), for the traffic to a terminal, which router `to` ejects.
  virtual bool append_to(RouterId from, RouterId to, TerminalId /*terminal*/,
                         std::vector<ChannelShare>& out) const {
    return append(from, to, out);
  }
  virtual PathStructure structure() const { return {}; }
};

using SharesPtr = std::shared_ptr<Shares const>;

/// The denominator of routings that split evenly over a number of paths that differs from pair to pair: the
/// least common multiple of 1 .. 16. Shares of other numbers of paths are rounded to it.
inline constexpr std::uint64_t even_denominator = 720720;

/// `parts` of `of` even parts in units of 1 / denominator, and whether that is exact.
struct EvenShare {
  std::uint64_t numerator;
  bool exact;
};
inline EvenShare even_share(std::uint64_t parts, std::uint64_t of,
                            std::uint64_t denominator = even_denominator) {
  auto const product = static_cast<unsigned __int128>(parts) * denominator;
  return {static_cast<std::uint64_t>((product + of / 2) / of), product % of == 0};
}

/// Puts together the shares of one channel, from position `first` on.
void merge_shares(std::vector<ChannelShare>& shares, std::size_t first);

/// Throws InputError.
[[noreturn]] void no_path(RouterId from, RouterId to);
/// Throws InputError: the routing goes by terminal, and what was asked for goes by router.
[[noreturn]] void need_terminal();

}  // namespace weft::routing
