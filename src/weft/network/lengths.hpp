#pragma once

#include <cstdint>
#include <vector>

#include "weft/core/parallel.hpp"
#include "weft/network/layout.hpp"
#include "weft/topology/digit_courses.hpp"

namespace weft {

/// How many channels of each class are how long: counts[class][pitches], self loops at 0.
using CableLengths = std::vector<std::vector<std::uint64_t>>;

/// From the digits that the channels move, if a digit has few enough values to do so quickly (counts_by_courses).
CableLengths cable_lengths(std::vector<DigitCourse> const& courses, Layout const& layout);
bool counts_by_courses(Layout const& layout);
/// Of links between all neighbors along each dimension, a class per dimension.
CableLengths cable_lengths(GridLayout::Part const& grid, Layout const& layout);

/// By measuring every channel, on all threads.
template <Topology T>
CableLengths measure_cable_lengths(T const& topology, Layout const& layout) {
  auto const extent = layout.extent();
  auto const most = static_cast<std::size_t>(extent[0] - 1) + static_cast<std::size_t>(extent[1] - 1) +
                    static_cast<std::size_t>(extent[2] - 1);
  CableLengths const none(topology.classes().size(), std::vector<std::uint64_t>(most + 1, 0));
  std::vector parts(num_threads(), none);
  parallel_chunks(topology.num_routers(), 1024, [&](std::size_t begin, std::size_t end, unsigned worker) {
    for (std::size_t i = begin; i < end; ++i) {
      RouterId const r{static_cast<std::uint32_t>(i)};
      auto const from = layout.cell(r);
      for (std::uint16_t p = 0, ports = topology.degree(r); p < ports; ++p)
        ++parts[worker][topology.class_of(r, {p}).v]
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

}  // namespace weft
