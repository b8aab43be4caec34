// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>

namespace weft::flit {

/// Places in the buffers of input ports, as those who send there count them. Each virtual channel has some
/// for itself, and all of a port share the others: a dynamically allocated multi-queue buffer (Tamir &
/// Frazier, IEEE Trans. Computers 41(6), 1992; Dally & Towles, sec. 17.1). Its own places go first, and come
/// back last. Since each has some of its own, shared places add no dependence between virtual channels.
///
/// With cut-through a packet takes the places for all of its flits at once, with its virtual channel, so that
/// it never waits for others on the way.
struct SharedPlaces {
  std::uint32_t own = 0;           ///< places of each virtual channel
  bool by_packet = false;          ///< with cut-through
  std::span<std::uint16_t> taken;  ///< own and shared ones, by virtual channel
  std::span<std::uint32_t> left;   ///< shared ones that nobody has, by port; empty: there are none to share

  bool exist() const { return !left.empty(); }
  /// Whether a packet that has the virtual channel finds a place for its next flit, if it has a credit.
  bool has_one(std::size_t port, std::size_t vc) const {
    return by_packet || left.empty() || taken[vc] < own || left[port] > 0;
  }
  /// Whether there are so many at once.
  bool have(std::size_t port, std::size_t vc, std::uint32_t places) const {
    return left.empty() || shared(taken[vc] + places) - shared(taken[vc]) <= left[port];
  }
  /// A packet gets the virtual channel.
  void take_for_packet(std::size_t port, std::size_t vc, std::uint32_t flits) const {
    if (exist() && by_packet) take(port, vc, flits);
  }
  /// A flit is sent. True if it took the last shared place of the port.
  bool take_for_flit(std::size_t port, std::size_t vc) const {
    return exist() && !by_packet && take(port, vc, 1);
  }
  /// Takes places that there are. True if those were the last shared ones of the port.
  bool take(std::size_t port, std::size_t vc, std::uint32_t places) const {
    auto const more = shared(taken[vc] + places) - shared(taken[vc]);
    taken[vc] = static_cast<std::uint16_t>(taken[vc] + places);
    left[port] -= more;
    return more > 0 && left[port] == 0;
  }
  /// A place is free again. True if that is the only shared one left.
  bool give_back(std::size_t port, std::size_t vc) const {
    return exist() && taken[vc]-- > own && left[port]++ == 0;
  }

 private:
  /// How many of so many places of a virtual channel are shared ones.
  std::uint32_t shared(std::uint32_t places) const { return std::max(places, own) - own; }
};

}  // namespace weft::flit
