// SPDX-License-Identifier: Apache-2.0
#include "weft/routing/packet/grid_ports.hpp"

#include <bit>

namespace weft {

/// Copies up to one block to arrays of fixed size; in unused elements, source and destination are equal.
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

void GridPorts::dimension_order(std::span<RouterId const> at, std::span<std::uint32_t const> to,
                                std::span<std::uint64_t const> draw, std::span<PortId> out) const {
  for (std::size_t begin = 0; begin < at.size(); begin += block) {
    auto const size = std::min(block, at.size() - begin);
    std::uint32_t from[block], goal[block], port[block], minus_on_tie[block] = {};
    load(&at[begin], &to[begin], size, from, goal);
    for (std::size_t i = 0; i < size; ++i) minus_on_tie[i] = ~static_cast<std::uint32_t>(draw[begin + i]) & 1;
    std::fill_n(port, block, std::uint32_t{arrived.v});
    for (std::size_t dim = axes_.size(); dim-- > 0;) {
      auto const axis = axes_[dim];
      for (std::size_t i = 0; i < block; ++i) {
        auto const steps = axis.ahead(from[i], goal[i]);
        auto const taken = steps + minus_on_tie[i] > axis.side - steps ? axis.minus : axis.plus;
        port[i] = steps != 0 ? taken : port[i];
      }
    }
    for (std::size_t i = 0; i < size; ++i) out[begin + i] = {static_cast<std::uint16_t>(port[i])};
  }
}

void GridPorts::productive(std::span<RouterId const> at, std::span<std::uint32_t const> to, std::size_t width,
                           std::span<PortId> out, std::span<std::uint16_t> counts) const {
  for (std::size_t begin = 0; begin < at.size(); begin += block) {
    auto const size = std::min(block, at.size() - begin);
    std::uint32_t from[block], goal[block];
    std::uint64_t ways[block] = {};  // bits 2 * axis and 2 * axis + 1: minus, plus port is productive
    load(&at[begin], &to[begin], size, from, goal);
    for (std::size_t dim = 0; dim < axes_.size(); ++dim) {
      auto const axis = axes_[dim];
      bool const two_links = axis.minus != axis.plus;
      for (std::size_t i = 0; i < block; ++i) {
        auto const ahead = axis.ahead(from[i], goal[i]), behind = axis.side - ahead;
        std::uint64_t const plus = ahead != 0 && ahead <= behind,
                            minus = behind < ahead || (behind == ahead && two_links);
        ways[i] |= (plus << 1 | minus) << 2 * dim;
      }
    }
    for (std::size_t i = 0; i < size; ++i) {
      auto* const first = &out[(begin + i) * width];
      auto* next = first;
      *first = arrived;
      for (auto left = ways[i]; left != 0; left &= left - 1)
        *next++ = port_of_way_[static_cast<std::size_t>(std::countr_zero(left))];
      counts[begin + i] = static_cast<std::uint16_t>(std::max<std::ptrdiff_t>(next - first, 1));
    }
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
