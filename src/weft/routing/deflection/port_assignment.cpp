// SPDX-License-Identifier: Apache-2.0
#include "weft/routing/deflection/port_assignment.hpp"

#include <algorithm>
#include <tuple>

#include "weft/core/random.hpp"

namespace weft::routing {

void PortAssignment::order(std::span<Packet const> packets) {
  order_.resize(packets.size());
  for (std::uint32_t i = 0; i < packets.size(); ++i) order_[i] = i;
  if (order_.size() > 1)
    std::ranges::sort(order_, {},
                      [&](std::uint32_t i) { return std::tuple(packets[i].needs_good, packets[i].rank, i); });
}

void PortAssignment::make_slots() {
  auto const ports = free_.size();
  first_slot_.resize(ports);
  visited_.assign(ports, 0);
  used_.assign(ports, 0);
  search_ = 0;
  std::uint32_t slots = 0;
  for (std::size_t p = 0; p < ports; ++p) {
    first_slot_[p] = slots;
    slots += free_[p];
  }
  packet_on_.resize(slots);
}

void PortAssignment::occupy(std::uint32_t packet, PortId port) {
  out_[packet] = port;
  --free_[port.v];
  if (matching_ == DeflectionMatching::maximum) packet_on_[first_slot_[port.v] + used_[port.v]++] = packet;
}

/// Assigns the first free productive port, starting at a random index. Returns whether there is one.
bool PortAssignment::advance(std::uint32_t packet) {
  auto const good = packets_[packet].good;
  auto const ports = static_cast<std::uint32_t>(good.size());
  auto at = scale32(static_cast<std::uint32_t>(packets_[packet].draw), ports);
  for (std::uint32_t tried = 0; tried < ports; ++tried, at = at + 1 == ports ? 0 : at + 1)
    if (free_[good[at].v] > 0) {
      occupy(packet, good[at]);
      return true;
    }
  return false;
}

/// Assigns a productive port by moving other packets to other productive ports, along an augmenting path.
/// Packets that had a productive port keep one; hence the advancing packets are the first by rank among all
/// maximum sets (greedy algorithm on a transversal matroid).
bool PortAssignment::displace(std::uint32_t packet) {
  for (auto const port : packets_[packet].good) {
    if (visited_[port.v] == search_) continue;
    visited_[port.v] = search_;
    if (free_[port.v] > 0) {
      occupy(packet, port);
      return true;
    }
    for (std::uint32_t k = 0; k < used_[port.v]; ++k) {
      auto& slot = packet_on_[first_slot_[port.v] + k];
      if (!displace(slot)) continue;
      slot = packet;
      out_[packet] = port;
      return true;
    }
  }
  return false;
}

/// Assigns a random free port.
void PortAssignment::deflect(std::uint32_t packet) {
  std::uint32_t slots = 0;
  for (auto const count : free_) slots += count;
  auto skip = scale32(static_cast<std::uint32_t>(packets_[packet].draw >> 32), slots);
  for (std::uint16_t p = 0; p < free_.size(); ++p) {
    if (skip < free_[p]) return occupy(packet, {p});
    skip -= free_[p];
  }
}

void PortAssignment::assign(std::span<Packet const> packets, std::span<std::uint16_t> free,
                            std::span<PortId> out) {
  packets_ = packets;
  free_ = free;
  out_ = out;
  order(packets);
  deflected_.clear();
  if (matching_ == DeflectionMatching::maximum) make_slots();
  bool deflects = true;
  auto const deflect_all = [&] {
    for (auto const packet : deflected_) deflect(packet);
    deflects = false;
  };
  for (auto const packet : order_) {
    if (packets[packet].needs_good && deflects) deflect_all();
    if (advance(packet)) continue;
    ++search_;
    if (matching_ == DeflectionMatching::maximum && deflects && displace(packet)) continue;
    if (packets[packet].needs_good)
      out[packet] = waits;
    else
      deflected_.push_back(packet);
  }
  if (deflects) deflect_all();
}

}  // namespace weft::routing
