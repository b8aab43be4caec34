#include "weft/explore/packet_places.hpp"

#include <algorithm>
#include <utility>

namespace weft::explore {
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
