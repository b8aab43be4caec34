#pragma once

#include <string>
#include <vector>

#include "weft/core/parallel.hpp"
#include "weft/network/layout.hpp"

namespace weft {

/// The cables of one channel class. A channel counts as a cable of its own, a self loop as none.
struct CableStatistics {
  std::string name;
  std::uint64_t channels = 0;  ///< self loops included
  std::uint64_t loops = 0;
  std::uint32_t min_cells = 0, max_cells = 0;  ///< over the cables, in pitches; 0 without cables
  std::uint64_t total_cells = 0;
  double pitch = 0.5;  ///< metres

  std::uint64_t cables() const { return channels - loops; }
  double mean_cells() const {
    return cables() == 0 ? 0 : static_cast<double>(total_cells) / static_cast<double>(cables());
  }
  double min_length() const { return min_cells * pitch; }
  double max_length() const { return max_cells * pitch; }
  double mean_length() const { return mean_cells() * pitch; }
  double total_length() const { return static_cast<double>(total_cells) * pitch; }
};

/// By the symmetry of CLEX: a channel's course is a sum of independent terms, one per digit involved. Exact
/// at any size.
std::vector<CableStatistics> cable_statistics(Clex const& clex, Layout const& layout);
/// By the symmetry of grids: all lines along a dimension are alike.
std::vector<CableStatistics> cable_statistics(Grid const& grid, Layout const& layout);

/// By measuring every channel, on all threads.
template <Topology T>
std::vector<CableStatistics> measure_cables(T const& topology, Layout const& layout);

/// The cables of every channel class of a topology.
template <Topology T>
  requires(!std::same_as<T, Clex> && !std::derived_from<T, Grid>)
std::vector<CableStatistics> cable_statistics(T const& topology, Layout const& layout) {
  return measure_cables(topology, layout);
}

namespace detail {

/// Adds one channel of the given length, 0 for a self loop.
inline void add_channel(CableStatistics& cables, std::uint32_t cells) {
  ++cables.channels;
  if (cells == 0) {
    ++cables.loops;
    return;
  }
  cables.min_cells = cables.cables() == 1 ? cells : std::min(cables.min_cells, cells);
  cables.max_cells = std::max(cables.max_cells, cells);
  cables.total_cells += cells;
}

/// Adds what other threads have counted.
inline void add_cables(CableStatistics& sum, CableStatistics const& part) {
  if (part.cables() > 0)
    sum.min_cells = sum.cables() == 0 ? part.min_cells : std::min(sum.min_cells, part.min_cells);
  sum.max_cells = std::max(sum.max_cells, part.max_cells);
  sum.channels += part.channels;
  sum.loops += part.loops;
  sum.total_cells += part.total_cells;
}

}  // namespace detail

template <Topology T>
std::vector<CableStatistics> measure_cables(T const& topology, Layout const& layout) {
  std::vector<CableStatistics> sum;
  for (auto const& channel_class : topology.classes())
    sum.push_back({.name = channel_class.name, .pitch = layout.pitch()});
  std::vector parts(num_threads(), sum);
  parallel_chunks(topology.num_routers(), 1024, [&](std::size_t begin, std::size_t end, unsigned worker) {
    for (std::size_t i = begin; i < end; ++i) {
      RouterId const r{static_cast<std::uint32_t>(i)};
      auto const from = layout.cell(r);
      for (std::uint16_t p = 0, ports = topology.degree(r); p < ports; ++p)
        detail::add_channel(parts[worker][topology.class_of(r, {p}).v],
                            cells_between(from, layout.cell(topology.neighbor(r, {p}).router)));
    }
  });
  for (auto const& part : parts)
    for (std::size_t i = 0; i < sum.size(); ++i) detail::add_cables(sum[i], part[i]);
  return sum;
}

}  // namespace weft
