#include "weft/routing/forwarding/wanted_lanes.hpp"

#include <atomic>

#include "weft/routing/forwarding/lanes.hpp"

namespace weft::routing {

void set_bits(std::uint16_t& word, std::uint16_t bits) {
  std::atomic_ref shared{word};
  if ((shared.load(std::memory_order_relaxed) & bits) != bits)
    shared.fetch_or(bits, std::memory_order_relaxed);
}

WantedLanes::WantedLanes(Network const& network) : network_(network), first_(network.num_channels() + 1, 0) {
  for (std::uint32_t c = 0; c < network.num_channels(); ++c)
    first_[c + std::size_t{1}] =
        first_[c] + std::size_t{network.degree(network.target({c}))} * num_service_levels;
  wanted_.resize(first_.back(), 0);
}

void WantedLanes::add(ChannelIndex from, std::uint16_t held, ChannelIndex to, std::uint8_t lane) {
  auto const port = to.v - network_.channel(network_.target(from), {0}).v;
  for_each_bit(held, [&](std::uint8_t own) {
    set_bits(wanted_[first_[from.v] + std::size_t{port} * num_service_levels + own],
             static_cast<std::uint16_t>(1U << lane));
  });
}

LaneGraph WantedLanes::graph() const {
  std::vector<Arc> arcs;  // from and to channel * num_service_levels + lane
  for (std::uint32_t c = 0; c < network_.num_channels(); ++c) {
    auto const next = network_.channel(network_.target({c}), {0}).v;
    for (auto i = first_[c]; i < first_[c + std::size_t{1}]; ++i) {
      auto const port = static_cast<std::uint32_t>((i - first_[c]) / num_service_levels);
      auto const held = static_cast<std::uint32_t>((i - first_[c]) % num_service_levels);
      for_each_bit(wanted_[i], [&](std::uint8_t lane) {
        arcs.emplace_back(c * num_service_levels + held, (next + port) * num_service_levels + lane);
      });
    }
  }
  std::vector<Vertex> vertex(network_.num_channels() * num_service_levels, 0);
  for (auto const& [from, to] : arcs) vertex[from] = vertex[to] = 1;
  LaneGraph result;
  for (std::uint32_t i = 0; i < vertex.size(); ++i) {
    if (vertex[i] == 0) continue;
    vertex[i] = static_cast<Vertex>(result.lanes.size());
    result.lanes.push_back({{i / num_service_levels}, static_cast<std::uint8_t>(i % num_service_levels)});
  }
  for (auto& [from, to] : arcs) {
    from = vertex[from];
    to = vertex[to];
  }
  result.waits = Graph::from_arcs(result.lanes.size(), arcs);
  return result;
}

}  // namespace weft::routing
