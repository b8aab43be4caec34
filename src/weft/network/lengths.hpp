#pragma once

#include <cstdint>
#include <vector>

#include "weft/core/parallel.hpp"
#include "weft/network/layout.hpp"

namespace weft {

/// How many channels of each class are how long: counts[class][pitches], self loops at 0.
using CableLengths = std::vector<std::vector<std::uint64_t>>;

/// By the symmetry of CLEX, for m up to 512; beyond, by measuring every channel.
CableLengths cable_lengths(Clex const& clex, Layout const& layout);
/// By the symmetry of grids.
CableLengths cable_lengths(Grid const& grid, Layout const& layout);

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

template <Topology T>
  requires(!std::same_as<T, Clex> && !std::derived_from<T, Grid>)
CableLengths cable_lengths(T const& topology, Layout const& layout) {
  return measure_cable_lengths(topology, layout);
}

}  // namespace weft
