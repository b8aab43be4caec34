#pragma once

#include <string>
#include <vector>

#include "weft/network/layout.hpp"
#include "weft/network/lengths.hpp"

namespace weft {

/// The cables of one channel class. A channel counts as a cable of its own, a self loop as none.
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

/// From the lengths of all channels, class by class.
std::vector<CableStatistics> cable_statistics(std::vector<ChannelClass> const& classes,
                                              CableLengths const& lengths, double pitch);

/// From the digits that the channels move: a channel's course is the sum of independent terms, one per digit. Exact at any size.
std::vector<CableStatistics> cable_statistics(std::vector<ChannelClass> const& classes,
                                              std::vector<DigitCourse> const& courses, Layout const& layout);

/// The cables of every channel class of a topology.
template <Topology T>
std::vector<CableStatistics> cable_statistics(T const& topology, Layout const& layout) {
  if constexpr (KnowsDigitCourses<T>)
    return cable_statistics(topology.classes(), topology.digit_courses(), layout);
  else
    return cable_statistics(topology.classes(), cable_lengths(topology, layout), layout.pitch());
}

}  // namespace weft
