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
/// never waits for slots between its flits.
struct SharedBuffer {
  std::uint32_t own_slots = 0;        ///< own slots of each virtual channel
  bool by_packet = false;             ///< slots are reserved per packet (cut-through)
  std::span<std::uint16_t> reserved;  ///< reserved slots, own and shared, by virtual channel
  std::span<std::uint32_t> free;      ///< free shared slots, by port; empty: no slots are shared

  bool is_shared() const { return !free.empty(); }
  /// Returns whether there is a slot for the next flit of the packet to which virtual channel `vc` is
  /// allocated, provided that the virtual channel has a credit.
  bool can_accept(std::size_t port, std::size_t vc) const {
    return by_packet || free.empty() || reserved[vc] < own_slots || free[port] > 0;
  }
  /// Returns whether `slots` slots are free.
  bool has_slots(std::size_t port, std::size_t vc, std::uint32_t slots) const {
    return free.empty() || shared(reserved[vc] + slots) - shared(reserved[vc]) <= free[port];
  }
  /// Reserves the slots of a packet when the virtual channel is allocated to it.
  void reserve_packet(std::size_t port, std::size_t vc, std::uint32_t flits) const {
    if (is_shared() && by_packet) reserve(port, vc, flits);
  }
  /// Reserves a slot for a flit that is sent. Returns whether it is the last free shared slot of the port.
  bool reserve_flit(std::size_t port, std::size_t vc) const {
    return is_shared() && !by_packet && reserve(port, vc, 1);
  }
  /// Reserves `slots` free slots. Returns whether they include the last free shared slot of the port.
  bool reserve(std::size_t port, std::size_t vc, std::uint32_t slots) const {
    auto const more = shared(reserved[vc] + slots) - shared(reserved[vc]);
    reserved[vc] = static_cast<std::uint16_t>(reserved[vc] + slots);
    free[port] -= more;
    return more > 0 && free[port] == 0;
  }
  /// Frees a slot. Returns whether it is now the only free shared slot of the port.
  bool release(std::size_t port, std::size_t vc) const {
    return is_shared() && reserved[vc]-- > own_slots && free[port]++ == 0;
  }

 private:
  /// Returns the number of shared slots among `slots` slots of a virtual channel.
  std::uint32_t shared(std::uint32_t slots) const { return std::max(slots, own_slots) - own_slots; }
};

}  // namespace weft::flit
