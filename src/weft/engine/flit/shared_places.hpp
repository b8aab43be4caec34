// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>

namespace weft::flit {

/// Buffer slots of input ports, as counted by the senders. Each virtual channel has its own slots, and all
/// virtual channels of a port share further slots: a dynamically allocated multi-queue buffer (Tamir &
/// Frazier, IEEE Trans. Computers 41(6), 1992; Dally & Towles, sec. 17.1). Own slots are used first and freed
/// last. Since each virtual channel has its own slots, shared slots add no dependence between virtual
/// channels.
///
/// With cut-through a packet reserves the slots for all of its flits together with its virtual channel, so it
/// never waits for slots on the way.
struct SharedPlaces {
  std::uint32_t own = 0;           ///< own slots of each virtual channel
  bool by_packet = false;          ///< slots are reserved by packet (cut-through)
  std::span<std::uint16_t> taken;  ///< reserved slots, own and shared, by virtual channel
  std::span<std::uint32_t> left;   ///< free shared slots, by port; empty: no slots are shared

  bool exist() const { return !left.empty(); }
  /// Returns whether a packet with the virtual channel finds a slot for its next flit, if it has a credit.
  bool has_one(std::size_t port, std::size_t vc) const {
    return by_packet || left.empty() || taken[vc] < own || left[port] > 0;
  }
  /// Returns whether `places` slots are free.
  bool have(std::size_t port, std::size_t vc, std::uint32_t places) const {
    return left.empty() || shared(taken[vc] + places) - shared(taken[vc]) <= left[port];
  }
  /// Reserves the slots of a packet when the virtual channel is allocated to it.
  void take_for_packet(std::size_t port, std::size_t vc, std::uint32_t flits) const {
    if (exist() && by_packet) take(port, vc, flits);
  }
  /// Reserves the slot of a flit that is sent. Returns whether it is the last free shared slot of the port.
  bool take_for_flit(std::size_t port, std::size_t vc) const {
    return exist() && !by_packet && take(port, vc, 1);
  }
  /// Reserves free slots. Returns whether they include the last free shared slot of the port.
  bool take(std::size_t port, std::size_t vc, std::uint32_t places) const {
    auto const more = shared(taken[vc] + places) - shared(taken[vc]);
    taken[vc] = static_cast<std::uint16_t>(taken[vc] + places);
    left[port] -= more;
    return more > 0 && left[port] == 0;
  }
  /// Frees a slot. Returns whether it is the only free shared slot.
  bool give_back(std::size_t port, std::size_t vc) const {
    return exist() && taken[vc]-- > own && left[port]++ == 0;
  }

 private:
  /// Returns the number of shared slots among `places` slots of a virtual channel.
  std::uint32_t shared(std::uint32_t places) const { return std::max(places, own) - own; }
};

}  // namespace weft::flit
