// SPDX-License-Identifier: Apache-2.0
#include "weft/network/geometry/group_geometry.hpp"

namespace weft {
namespace {

constexpr std::uint16_t none = 0xffff;

}  // namespace

GroupGeometry::GroupGeometry(Network const& network, std::uint32_t group_size)
    : size_(group_size),
      groups_(static_cast<std::uint32_t>(network.num_routers() / group_size)),
      local_(network.num_routers() * group_size, none),
      first_(std::size_t{groups_} * groups_ + 1) {
  auto const routers = static_cast<std::uint32_t>(network.num_routers());
  auto const for_each_global = [&](auto visit) {
    for (std::uint32_t r = 0; r < routers; ++r)
      for (std::uint16_t p = 0; p < network.degree({r}); ++p) {
        auto const c = network.channel({r}, PortId{p});
        auto const to = network.target(c).v;
        if (!network.channel_failed(c) && group_of(to) != group_of(r))
          visit(std::size_t{group_of(r)} * groups_ + group_of(to), Gateway{r, p}, to);
      }
  };
  for (std::uint32_t r = 0; r < routers; ++r)
    for (std::uint16_t p = 0; p < network.degree({r}); ++p) {
      auto const to = network.target(network.channel({r}, PortId{p})).v;
      auto& port = local_[std::size_t{r} * size_ + to % size_];
      if (group_of(to) == group_of(r) && port == none) port = p;
    }
  for_each_global([&](std::size_t pair, Gateway, std::uint32_t) { ++first_[pair + 1]; });
  for (std::size_t i = 1; i < first_.size(); ++i) first_[i] += first_[i - 1];
  gateways_.resize(first_.back());
  landing_.resize(first_.back());
  auto next = first_;
  for_each_global([&](std::size_t pair, Gateway gateway, std::uint32_t to) {
    landing_[next[pair]] = to;
    gateways_[next[pair]++] = gateway;
  });
}

}  // namespace weft
