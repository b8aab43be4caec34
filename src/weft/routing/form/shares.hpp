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

/// Structure of the paths of an oblivious routing, if it allows computing the loads of all pairs in one pass.
struct PathStructure {
  /// Packet form of a routing with one path per pair, except for parallel channels and ties
  /// (PacketTraits::ties); else null.
  PacketRoutingPtr tree = {};
  /// Graph of a routing that uses the shortest paths through it; else null.
  std::shared_ptr<PathGraph const> graph = {};
  /// Whether every router divides its traffic evenly among its ports on shortest paths; otherwise every path
  /// carries an equal share.
  bool by_port = false;
  /// Weight of each router as the intermediate router of two legs; empty: a single leg.
  std::vector<std::uint32_t> intermediate = {};
};

/// The traffic shares of an oblivious routing, pair by pair: for the loads under any oblivious routing, and
/// for mapping searches that move one task at a time. Thread-safe.
class Shares {
 public:
  virtual ~Shares() = default;
  virtual std::uint64_t denominator() const = 0;
  /// Appends the channels on the paths from one router to another, each once; appends no channel if the
  /// routers are equal. Returns whether the shares are exact: shares that are not multiples of 1 /
  /// denominator() are rounded. Throws InputError if there is no path.
  virtual bool append(RouterId from, RouterId to, std::vector<ChannelShare>& out) const = 0;
  /// Returns whether the paths depend on the destination terminal. If so, append_to() must be called instead
  /// of append().
  virtual bool by_terminal() const { return false; }
  /// Like append(), for traffic to a terminal that ejects from router `to`.
  virtual bool append_to(RouterId from, RouterId to, TerminalId /*terminal*/,
                         std::vector<ChannelShare>& out) const {
    return append(from, to, out);
  }
  virtual PathStructure structure() const { return {}; }
};

using SharesPtr = std::shared_ptr<Shares const>;

/// Denominator for routings that split traffic evenly over paths whose number differs between pairs: the
/// least common multiple of 1 .. 16. Shares for other numbers of paths are rounded.
inline constexpr std::uint64_t even_denominator = 720720;

/// A share in units of 1 / denominator.
struct EvenShare {
  std::uint64_t numerator;
  bool exact;
};
inline EvenShare even_share(std::uint64_t parts, std::uint64_t of,
                            std::uint64_t denominator = even_denominator) {
  auto const product = static_cast<unsigned __int128>(parts) * denominator;
  return {static_cast<std::uint64_t>((product + of / 2) / of), product % of == 0};
}

/// Merges the shares of each channel, starting at index `first`.
void merge_shares(std::vector<ChannelShare>& shares, std::size_t first);

/// Throws an InputError that states that there is no path.
[[noreturn]] void no_path(RouterId from, RouterId to);
/// Throws an InputError that states that the routing depends on the destination terminal, but only the router
/// is given.
[[noreturn]] void need_terminal();

}  // namespace weft::routing
