// SPDX-License-Identifier: Apache-2.0
#include "weft/network/terminal_meters.hpp"

#include <algorithm>
#include <array>
#include <numeric>
#include <vector>

namespace weft {
namespace {

/// counts[axis][c]: number of terminals at coordinate c, in pitches. Integers, exact up to 2^53.
using AxisCounts = std::array<std::vector<double>, 3>;

AxisCounts no_counts(Layout const& layout) {
  auto const extent = layout.extent();
  AxisCounts counts;
  for (std::size_t axis = 0; axis < 3; ++axis) counts[axis].resize(static_cast<std::size_t>(extent[axis]), 0);
  return counts;
}

void add_router(Layout const& layout, std::uint32_t router, double terminals, AxisCounts& counts) {
  auto const cell = layout.cell({router});
  for (std::size_t axis = 0; axis < 3; ++axis)
    counts[axis][static_cast<std::size_t>(cell[axis])] += terminals;
}

/// Adds the terminals of a block with all values of its digits: a coordinate is the sum of one offset per
/// digit, and the digits are independent.
void add_full_block(Layout::Block const& block, double each, AxisCounts& counts) {
  for (std::size_t axis = 0; axis < 3; ++axis) {
    std::vector<double> sums(counts[axis].size(), 0);
    sums[static_cast<std::size_t>(block.origin[axis])] = each;
    for (auto const& digit : block.offsets) {
      std::vector<double> values;
      for (auto const& offset : digit) {
        auto const step = static_cast<std::size_t>(offset[axis]);
        if (step >= values.size()) values.resize(step + 1, 0);
        ++values[step];
      }
      std::vector<double> next(sums.size(), 0);
      for (std::size_t step = 0; step < values.size(); ++step)
        for (std::size_t c = 0; values[step] > 0 && c + step < sums.size(); ++c)
          next[c + step] += values[step] * sums[c];
      sums = std::move(next);
    }
    for (std::size_t c = 0; c < sums.size(); ++c) counts[axis][c] += sums[c];
  }
}

/// Returns the mean Manhattan distance between two distinct terminals, in cells. Sums over sections: a pair
/// crosses the section between c and c + 1 if exactly one of its terminals is at a coordinate <= c.
double mean_cells(AxisCounts const& counts) {
  auto const all = std::accumulate(counts[0].begin(), counts[0].end(), 0.0);
  if (all < 2) return 0;
  double sum = 0;
  for (auto const& along : counts) {
    double below = 0;
    for (auto const count : along) {
      below += count;
      sum += 2 * below * (all - below);
    }
  }
  return sum / (all * (all - 1));
}

}  // namespace

double mean_terminal_meters(Layout const& layout, std::span<std::uint32_t const> terminals_at) {
  auto counts = no_counts(layout);
  for (std::uint32_t r = 0; r < terminals_at.size(); ++r)
    if (terminals_at[r] > 0) add_router(layout, r, terminals_at[r], counts);
  return mean_cells(counts) * layout.pitch();
}

double mean_terminal_meters(Layout const& layout, std::uint64_t routers, std::uint32_t each) {
  auto counts = no_counts(layout);
  auto const blocks = layout.blocks();
  for (std::size_t i = 0; i < blocks.size(); ++i) {
    std::uint64_t const end = i + 1 < blocks.size() ? blocks[i + 1].first : routers;
    if (end - blocks[i].first == blocks[i].digits.size()) {
      add_full_block(blocks[i], each, counts);
      continue;
    }
    for (std::uint64_t r = blocks[i].first; r < end; ++r)
      add_router(layout, static_cast<std::uint32_t>(r), each, counts);
  }
  return mean_cells(counts) * layout.pitch();
}

}  // namespace weft
