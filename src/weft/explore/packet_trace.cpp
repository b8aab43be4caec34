// SPDX-License-Identifier: Apache-2.0
#include "weft/explore/packet_trace.hpp"

#include <algorithm>
#include <utility>

namespace weft::explore {

std::uint32_t FlitTrace::number(flit::Flit flit) {
  auto const index = flit & flit::packet_mask;
  auto const& packets = simulation_.state().packets;
  if (names_.size() < packets.capacity()) names_.resize(packets.capacity());
  auto& name = names_[index];
  if (name.packet == unnamed || name.draw != packets[index].draw) name = {packets[index].draw, next_++};
  return name.packet;
}

std::optional<std::uint32_t> FlitTrace::engine_number(std::uint32_t packet) const {
  for (std::uint32_t i = 0; i < names_.size(); ++i)
    if (names_[i].packet == packet && names_[i].draw == simulation_.state().packets[i].draw) return i;
  return {};
}

void FlitTrace::start() {
  auto const slots = simulation_.flits_to_routers().slots();
  seen_.resize(slots.size());
  for (std::size_t i = 0; i < slots.size(); ++i) seen_[i] = slots[i].size();
}

void FlitTrace::before_cycle(std::vector<PacketArrival>& arrivals) {
  auto const now = simulation_.now();
  for (auto const& ejected : simulation_.flits_to_terminals().now(now)) {
    if ((ejected.flit & flit::tail_bit) == 0) continue;
    auto const& packet = simulation_.state().packets[ejected.flit & flit::packet_mask];
    arrivals.push_back({number(ejected.flit), packet.source, packet.terminal,
                        static_cast<std::uint32_t>(now - packet.creation_cycle)});
  }
}

// Each flit that was sent or injected was appended to a slot; the slot of this cycle is empty now.
void FlitTrace::after_cycle(std::vector<FlitMove>& moves) {
  auto const slots = simulation_.flits_to_routers().slots();
  auto const cycle = simulation_.now() - 1;
  seen_[cycle % slots.size()] = 0;
  for (std::size_t i = 0; i < slots.size(); ++i) {
    for (auto k = seen_[i]; k < slots[i].size(); ++k) {
      auto const& event = slots[i][k];
      auto const packet = number(event.flit);
      auto const ends =
          ((event.flit & flit::head_bit) != 0 ? 1u : 0u) | ((event.flit & flit::tail_bit) != 0 ? 2u : 0u);
      if (auto const channel = channels_.to_input(event.in))
        moves.push_back({static_cast<std::uint32_t>(cycle), *channel, packet, event.vc, ends});
    }
    seen_[i] = slots[i].size();
  }
}

namespace {

/// Counter of the flits of a packet per buffer or ejection channel.
class Counting {
 public:
  Counting(PacketLocation& location, FlitChannels const& channels)
      : location_(location), channels_(channels) {}

  void add_in(std::uint32_t in, std::uint32_t vc) {
    add({.channel = channels_.to_input(in), .router = channels_.machine.router_of_in(in), .vc = vc});
  }
  void add_ejected(std::uint32_t terminal, std::uint32_t vc) {
    auto const out = channels_.machine.ejection_port(terminal);
    add({.channel = {}, .router = channels_.machine.router_of_out(out), .vc = vc});
  }

 private:
  void add(PacketLocation::At const& here) {
    auto const is_here = [&](PacketLocation::At const& other) {
      return other.channel == here.channel && other.router == here.router && other.vc == here.vc;
    };
    auto const found = std::ranges::find_if(location_.at, is_here);
    ++(found != location_.at.end() ? *found : location_.at.emplace_back(here)).flits;
  }

  PacketLocation& location_;
  FlitChannels const& channels_;
};

template <class Event, class Visit>
void for_each_event(flit::Wheel<Event> const& wheel, std::uint32_t number, Visit const& visit) {
  for (auto const& slot : wheel.slots())
    for (auto const& event : slot)
      if ((event.flit & flit::packet_mask) == number) visit(event);
}

}  // namespace

std::optional<PacketLocation> locate_packet(std::uint32_t number, flit::Simulation const& simulation,
                                            FlitChannels const& channels) {
  auto const& state = simulation.state();
  PacketLocation location;
  location.packet = state.packets[number];
  location.at_source = simulation.sources().unsent(location.packet.source, number);
  Counting counting(location, channels);
  for_each_event(simulation.flits_to_terminals(), number,
                 [&](flit::Ejected const& event) { counting.add_ejected(event.terminal, event.vc); });
  for (std::size_t i = 0; i < state.input.size(); ++i)
    for (std::uint32_t k = 0; k < state.input[i].count; ++k) {
      auto const slot = (state.input[i].head + k) % state.depth;
      if ((state.buffer[i * state.depth + slot] & flit::packet_mask) == number)
        counting.add_in(state.port_of(i), state.vc_of(i));
    }
  for_each_event(simulation.flits_to_routers(), number,
                 [&](flit::FlitEvent const& event) { counting.add_in(event.in, event.vc); });
  if (location.at_source == 0 && location.at.empty()) return {};
  auto in_network = 0u;
  for (auto const& at : location.at) in_network += at.flits;
  location.arrived = location.packet.flits - location.at_source - in_network;
  return location;
}

}  // namespace weft::explore
