// SPDX-License-Identifier: Apache-2.0
#include "weft/explore/packet_trace.hpp"

#include <algorithm>
#include <utility>

namespace weft::explore {

std::uint32_t FlitTrace::number_of(flit::Flit flit) {
  auto const number = flit & flit::packet_mask;
  auto const& packets = simulation_.state().packets;
  if (names_.size() < packets.capacity()) names_.resize(packets.capacity());
  auto& name = names_[number];
  if (name.packet == none || name.draw != packets[number].draw) name = {packets[number].draw, next_++};
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
  for (auto const& it : simulation_.flits_to_terminals().now(now)) {
    if ((it.flit & flit::tail_bit) == 0) continue;
    auto const& packet = simulation_.state().packets[it.flit & flit::packet_mask];
    arrivals.push_back({number_of(it.flit), packet.source, packet.terminal,
                        static_cast<std::uint32_t>(now - packet.creation_cycle)});
  }
}

/// Each flit sent, and each one injected, has been added at the end of a slot; the cycle's own is empty now.
void FlitTrace::after_cycle(std::vector<FlitMove>& moves) {
  auto const slots = simulation_.flits_to_routers().slots();
  auto const cycle = simulation_.now() - 1;
  seen_[cycle % slots.size()] = 0;
  for (std::size_t i = 0; i < slots.size(); ++i) {
    for (auto k = seen_[i]; k < slots[i].size(); ++k) {
      auto const& event = slots[i][k];
      auto const packet = number_of(event.flit);
      auto const ends =
          ((event.flit & flit::head_bit) != 0 ? 1u : 0u) | ((event.flit & flit::tail_bit) != 0 ? 2u : 0u);
      if (auto const channel = channels_.of_in(event.in))
        moves.push_back({static_cast<std::uint32_t>(cycle), *channel, packet, event.vc, ends});
    }
    seen_[i] = slots[i].size();
  }
}

namespace {

/// Gathers flits by the end of their channel.
class Gathering {
 public:
  Gathering(PacketPlaces& places, FlitChannels const& channels) : places_(places), channels_(channels) {}

  void add_in(std::uint32_t in, std::uint32_t vc) {
    add({.channel = channels_.of_in(in), .router = channels_.machine.router_of_in(in), .vc = vc});
  }
  void add_ejected(std::uint32_t terminal, std::uint32_t vc) {
    auto const out = channels_.machine.ejection_port(terminal);
    add({.channel = {}, .router = channels_.machine.router_of_out(out), .vc = vc});
  }

 private:
  void add(PacketPlaces::At const& here) {
    auto const same = [&](PacketPlaces::At const& it) {
      return it.channel == here.channel && it.router == here.router && it.vc == here.vc;
    };
    auto const found = std::ranges::find_if(places_.at, same);
    ++(found != places_.at.end() ? *found : places_.at.emplace_back(here)).flits;
  }

  PacketPlaces& places_;
  FlitChannels const& channels_;
};

template <class Event, class Visit>
void for_each_event(flit::Wheel<Event> const& wheel, std::uint32_t number, Visit const& visit) {
  for (auto const& slot : wheel.slots())
    for (auto const& event : slot)
      if ((event.flit & flit::packet_mask) == number) visit(event);
}

}  // namespace

std::optional<PacketPlaces> places_of(std::uint32_t number, flit::Simulation const& simulation,
                                      FlitChannels const& channels) {
  auto const& state = simulation.state();
  PacketPlaces places;
  places.packet = state.packets[number];
  places.at_source = simulation.sources().unsent(places.packet.source, number);
  Gathering gathering(places, channels);
  for_each_event(simulation.flits_to_terminals(), number,
                 [&](flit::Ejected const& it) { gathering.add_ejected(it.terminal, it.vc); });
  for (std::size_t i = 0; i < state.input.size(); ++i)
    for (std::uint32_t k = 0; k < state.input[i].count; ++k) {
      auto const place = (state.input[i].head + k) % state.depth;
      if ((state.buffer[i * state.depth + place] & flit::packet_mask) == number)
        gathering.add_in(state.port_of(i), state.vc_of(i));
    }
  for_each_event(simulation.flits_to_routers(), number,
                 [&](flit::FlitEvent const& it) { gathering.add_in(it.in, it.vc); });
  if (places.at_source == 0 && places.at.empty()) return {};
  auto in_network = 0u;
  for (auto const& it : places.at) in_network += it.flits;
  places.arrived = places.packet.flits - places.at_source - in_network;
  return places;
}

}  // namespace weft::explore
