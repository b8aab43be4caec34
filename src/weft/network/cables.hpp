#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "weft/core/parallel.hpp"
#include "weft/network/layout.hpp"
#include "weft/topology/channel_groups.hpp"

namespace weft {

/// The number of channels by group (channel_groups.hpp) and length: counts[group][pitches], self loops at 0.
using CableLengths = std::vector<std::vector<std::uint64_t>>;

/// From the digits that the channels move, if a digit has few enough values to do so quickly
/// (counts_by_courses).
CableLengths cable_lengths(std::vector<DigitCourse> const& courses, Layout const& layout);
bool counts_by_courses(Layout const& layout);
/// For links between all neighbors along each dimension, a class per dimension.
CableLengths cable_lengths(GridLayout::Part const& grid, Layout const& layout);

/// By measuring every channel, on all threads.
template <Topology T>
CableLengths measure_cable_lengths(T const& topology, Layout const& layout) {
  auto const extent = layout.extent();
  auto const most = static_cast<std::size_t>(extent[0] - 1) + static_cast<std::size_t>(extent[1] - 1) +
                    static_cast<std::size_t>(extent[2] - 1);
  CableLengths const none(channel_groups(topology).size(), std::vector<std::uint64_t>(most + 1, 0));
  std::vector parts(num_threads(), none);
  parallel_chunks(topology.num_routers(), 1024, [&](std::size_t begin, std::size_t end, unsigned worker) {
    for (std::size_t i = begin; i < end; ++i) {
      RouterId const r{static_cast<std::uint32_t>(i)};
      auto const from = layout.cell(r);
      for (std::uint16_t p = 0, ports = topology.degree(r); p < ports; ++p)
        ++parts[worker][group_of(topology, r, {p})]
               [cells_between(from, layout.cell(topology.neighbor(r, {p}).router))];
    }
  });
  auto sum = none;
  for (auto const& part : parts)
    for (std::size_t i = 0; i < sum.size(); ++i)
      for (std::size_t cells = 0; cells <= most; ++cells) sum[i][cells] += part[i][cells];
  return sum;
}

/// By the digits or the grid that the topology states, if it does; else by measuring every channel.
template <Topology T>
CableLengths cable_lengths(T const& topology, Layout const& layout) {
  if constexpr (KnowsDigitCourses<T>)
    if (counts_by_courses(layout)) return cable_lengths(topology.digit_courses(), layout);
  if constexpr (LinksGridNeighbors<T> && HintsLayout<T>)
    return cable_lengths(topology.layout_hint().parts[0], layout);
  return measure_cable_lengths(topology, layout);
}

/// The cables of one group of channels. Each channel counts as a cable, a self loop as none.
struct CableStatistics {
  std::string name;
  std::uint64_t channels = 0;  ///< self loops included
  std::uint64_t loops = 0;
  std::uint32_t min_cells = 0, max_cells = 0;  ///< over the cables, in pitches; 0 without cables
  std::uint64_t total_cells = 0;
  double pitch = 0.5;  ///< meters

  std::uint64_t cables() const { return channels - loops; }
  double mean_cells() const {
    return cables() == 0 ? 0 : static_cast<double>(total_cells) / static_cast<double>(cables());
  }
  double min_length() const { return min_cells * pitch; }
  double max_length() const { return max_cells * pitch; }
  double mean_length() const { return mean_cells() * pitch; }
  double total_length() const { return static_cast<double>(total_cells) * pitch; }
};

/// From the lengths of all channels, group by group.
std::vector<CableStatistics> cable_statistics(std::vector<ChannelClass> const& classes,
                                              std::vector<ChannelGroup> const& groups,
                                              CableLengths const& lengths, double pitch);

/// From the digits that the channels move: a channel's course is the sum of independent terms, one per digit.
/// Exact at any size.
std::vector<CableStatistics> cable_statistics(std::vector<ChannelClass> const& classes,
                                              std::vector<DigitCourse> const& courses, Layout const& layout);

/// The cables of every group of channels of a topology.
template <Topology T>
std::vector<CableStatistics> cable_statistics(T const& topology, Layout const& layout) {
  if constexpr (KnowsDigitCourses<T>)
    return cable_statistics(topology.classes(), topology.digit_courses(), layout);
  return cable_statistics(topology.classes(), channel_groups(topology), cable_lengths(topology, layout),
                          layout.pitch());
}

}  // namespace weft
