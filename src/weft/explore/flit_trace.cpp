#include "weft/explore/flit_trace.hpp"

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
    arrivals.push_back(
        {number_of(it.flit), packet.source, packet.terminal, static_cast<std::uint32_t>(now - packet.birth)});
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

}  // namespace weft::explore
