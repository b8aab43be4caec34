// SPDX-License-Identifier: Apache-2.0
#include "weft/collective/ranks.hpp"

#include "weft/network/geometry/level_geometry.hpp"
#include "weft/routing/bind.hpp"

namespace weft::collective {

Ranks::Ranks(Machine machine)
    : machine_(std::move(machine)),
      network_(std::make_shared<TransferNetwork const>(*machine_.network())),
      vertices_(network_->terminal_vertices().begin(), network_->terminal_vertices().end()) {}

void Ranks::route_by(Spec const& routing) {
  routing_ = {routing, routing::bind_drawn_packets(routing, machine_)};
}

bool Ranks::is_fat_tree() const {
  if (!machine_.is_leveled() || !machine_.bidirectional() || machine_.has_failures()) return false;
  auto const& network = *machine_.network();
  constexpr std::size_t none = ~std::size_t{0};
  // by router: its index among the parents of its children
  std::vector<std::size_t> number(network.num_routers(), none);
  for (std::uint32_t r = 0; r < network.num_routers(); ++r) {
    auto const up = machine_.levels()->ports_up(r);
    for (std::size_t i = 0; i < up.size(); ++i) {
      auto& known = number[network.target(network.channel({r}, {up[i]})).v];
      if (known != none && known != i) return false;
      known = i;
    }
  }
  return true;
}

}  // namespace weft::collective
