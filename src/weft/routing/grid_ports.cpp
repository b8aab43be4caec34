#include "weft/routing/grid_ports.hpp"

namespace weft {

/// Copies up to one block to arrays of fixed size, the rest of which routes to itself.
void GridPorts::load(RouterId const* at, std::uint32_t const* to, std::size_t size, std::uint32_t* from,
                     std::uint32_t* goal) const {
  for (std::size_t i = 0; i < size; ++i) from[i] = packed_[at[i].v];
  std::copy_n(to, size, goal);
  std::fill(from + size, from + block, 0u);
  std::fill(goal + size, goal + block, 0u);
}

void GridPorts::dimension_order(std::span<RouterId const> at, std::span<std::uint32_t const> to,
                                std::span<PortId> out) const {
  for (std::size_t begin = 0; begin < at.size(); begin += block) {
    auto const size = std::min(block, at.size() - begin);
    std::uint32_t from[block], goal[block], port[block];
    load(&at[begin], &to[begin], size, from, goal);
    std::fill_n(port, block, std::uint32_t{arrived.v});
    for (std::size_t dim = axes_.size(); dim-- > 0;) {
      auto const axis = axes_[dim];
      for (std::size_t i = 0; i < block; ++i) {
        auto const steps = axis.ahead(from[i], goal[i]);
        auto const taken = steps > axis.side - steps ? axis.minus : axis.plus;
        port[i] = steps != 0 ? taken : port[i];
      }
    }
    for (std::size_t i = 0; i < size; ++i) out[begin + i] = {static_cast<std::uint16_t>(port[i])};
  }
}

void GridPorts::distances(std::span<RouterId const> at, std::span<std::uint32_t const> to,
                          std::span<std::uint32_t> out) const {
  for (std::size_t begin = 0; begin < at.size(); begin += block) {
    auto const size = std::min(block, at.size() - begin);
    std::uint32_t from[block], goal[block], sum[block] = {};
    load(&at[begin], &to[begin], size, from, goal);
    for (auto const axis : axes_)
      for (std::size_t i = 0; i < block; ++i) sum[i] += axis.distance(from[i], goal[i]);
    std::copy_n(sum, size, &out[begin]);
  }
}

}  // namespace weft
