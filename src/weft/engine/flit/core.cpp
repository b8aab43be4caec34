// SPDX-License-Identifier: Apache-2.0
#include "weft/engine/flit/core.hpp"

namespace weft::flit {

std::uint32_t Core::new_packet(Packet const& packet) {
  if (free_packets_.empty()) state_.packets.take(free_packets_);
  auto const number = free_packets_.back();
  free_packets_.pop_back();
  state_.packets[number] = packet;
  return number;
}

void Core::free_packet(std::uint32_t number) {
  free_packets_.push_back(number);
  if (free_packets_.size() == 2 * PacketStore::bulk) state_.packets.release(free_packets_);
}

void Core::inject(std::uint32_t e, std::uint32_t v, Flit flit) {
  auto const index = std::size_t{e} * state_.vcs + v;
  --state_.source_credits[index];
  state_.source_slots.reserve_flit(e, index);
  auto const bit = std::uint64_t{1} << v;
  if ((flit & tail_bit) == 0) {
    state_.source_vcs[e] &= ~bit;
  } else if (options_.atomic_vcs) {
    state_.source_vcs[e] &= ~bit;
    state_.source_draining[e] |= bit;
  } else {
    state_.source_vcs[e] |= bit;
  }
  injected_.push_back({network_.injection_port(e), flit, static_cast<std::uint8_t>(v)});
}

}  // namespace weft::flit
