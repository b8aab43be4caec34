// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "weft/core/parallel.hpp"
#include "weft/network/layout.hpp"
#include "weft/topology/channel_groups.hpp"

namespace weft {

inline Cell difference(Cell const& a, Cell const& b) { return {a[0] - b[0], a[1] - b[1], a[2] - b[2]}; }

/// The contribution of each value of a digit to the displacement of a channel (target minus source).
using Term = std::vector<Cell>;

/// The terms of the channels of one class: one term per moved digit, because digits vary independently, or a
/// single term for all steps of the lowest digit.
class CourseTerms {
 public:
  CourseTerms(DigitCourse const& course, Layout const& layout) : layout_(layout) {
    for (auto const& [to, from] : course.moves) add(to, from);
    if (course.steps.empty()) return;
    auto& term = terms_.emplace_back();
    for (auto const& [from, to] : course.steps)
      term.push_back(difference(layout.offset(0, to), layout.offset(0, from)));
  }

  /// Returns the sum of the lengths along the axes of all displacements, over all values of the digits.
  std::uint64_t total() const {
    std::uint64_t sum = 0;
    for (std::size_t axis = 0; axis < 3; ++axis)
      for (auto const& [course, count] : distribution(axis))
        sum += static_cast<std::uint64_t>(std::abs(course)) * count;
    return sum;
  }

  /// Returns the number of displacements of each length (Layout::measure), over all values of the digits.
  std::map<std::uint64_t, std::uint64_t> measures() const {
    std::map<Cell, std::uint64_t> sum{{Cell{}, 1}};
    for (auto const& term : terms_) {
      std::map<Cell, std::uint64_t> next;
      for (auto const& [course, count] : sum)
        for (auto const& part : term)
          next[{course[0] + part[0], course[1] + part[1], course[2] + part[2]}] += count;
      sum = std::move(next);
    }
    std::map<std::uint64_t, std::uint64_t> counts;
    for (auto const& [course, count] : sum) counts[layout_.measure(course, {})] += count;
    return counts;
  }

  /// Returns the maximum length along the axes: the maximum over the eight combinations of signs, each
  /// computed digit by digit.
  std::uint32_t longest() const {
    std::int32_t best = 0;
    for (int signs = 0; signs < 8; ++signs) {
      std::int32_t sum = 0;
      for (auto const& term : terms_) sum += farthest(term, signs);
      best = std::max(best, sum);
    }
    return static_cast<std::uint32_t>(best);
  }

 private:
  void add(std::optional<std::uint32_t> to, std::optional<std::uint32_t> from) {
    auto const values = layout_.offsets(to ? *to : *from).size();
    auto& term = terms_.emplace_back(values);
    for (std::uint32_t v = 0; v < values; ++v)
      term[v] = difference(to ? layout_.offset(*to, v) : Cell{}, from ? layout_.offset(*from, v) : Cell{});
  }

  std::map<std::int32_t, std::uint64_t> distribution(std::size_t axis) const {
    std::map<std::int32_t, std::uint64_t> sum{{0, 1}};
    for (auto const& term : terms_) {
      std::map<std::int32_t, std::uint64_t> values, next;
      for (auto const& cell : term) ++values[cell[axis]];
      for (auto const& [course, count] : sum)
        for (auto const& [value, times] : values) next[course + value] += count * times;
      sum = std::move(next);
    }
    return sum;
  }

  static std::int32_t farthest(Term const& term, int signs) {
    auto const towards = [&](Cell const& cell) {
      return (signs & 1 ? -cell[0] : cell[0]) + (signs & 2 ? -cell[1] : cell[1]) +
             (signs & 4 ? -cell[2] : cell[2]);
    };
    return towards(std::ranges::max(term, {}, towards));
  }

  Layout const& layout_;
  std::vector<Term> terms_;
};

/// The channels of one length; self loops have length 0.
struct CableCount {
  double pitches = 0;
  std::uint64_t channels = 0;
  friend bool operator==(CableCount const&, CableCount const&) = default;
};

/// The channels of each group (channel_groups.hpp) by length, in ascending order of length.
using CableLengths = std::vector<std::vector<CableCount>>;

/// Computes the lengths from the digits that the channels move. Requires counts_by_courses(), because the
/// work grows with the radix of the digits.
CableLengths cable_lengths(std::vector<DigitCourse> const& courses, Layout const& layout);
bool counts_by_courses(Layout const& layout);
/// Returns whether the sums over all cables can be computed from the digits, which does not depend on their
/// radix.
bool sums_by_courses(Layout const& layout);
/// Computes the lengths of links between all neighbors along each dimension, with one class per dimension.
CableLengths cable_lengths(GridLayout::Part const& grid, Layout const& layout);

/// The number of channels of each measure (Layout::measure).
class MeasureCounts {
 public:
  /// Prepares for measures up to `largest`.
  explicit MeasureCounts(std::uint64_t largest)
      : dense_counts_(static_cast<std::size_t>(largest <= max_dense ? largest + 1 : 0), 0) {}
  void add(std::uint64_t measure, std::uint64_t channels = 1) {
    if (dense_counts_.empty())
      sparse_counts_[measure] += channels;
    else
      dense_counts_[static_cast<std::size_t>(measure)] += channels;
  }
  void add(MeasureCounts const& other) {
    for (std::size_t i = 0; i < dense_counts_.size(); ++i) dense_counts_[i] += other.dense_counts_[i];
    for (auto const& [measure, channels] : other.sparse_counts_) sparse_counts_[measure] += channels;
  }
  std::vector<CableCount> counts(Layout const& layout) const {
    std::vector<CableCount> counts;
    for (std::size_t i = 0; i < dense_counts_.size(); ++i)
      if (dense_counts_[i] > 0) counts.push_back({layout.pitches(i), dense_counts_[i]});
    for (auto const& [measure, channels] : sparse_counts_)
      counts.push_back({layout.pitches(measure), channels});
    return counts;
  }

 private:
  static constexpr std::uint64_t max_dense = std::uint64_t{1} << 20;
  std::vector<std::uint64_t> dense_counts_;  ///< indexed by measure
  std::map<std::uint64_t, std::uint64_t> sparse_counts_;
};

/// Returns the lengths of all cables by measuring every channel, on all threads.
template <Topology T>
CableLengths measure_cable_lengths(T const& topology, Layout const& layout) {
  auto const extent = layout.extent();
  auto const largest = layout.measure({extent[0] - 1, extent[1] - 1, extent[2] - 1}, {});
  std::vector<MeasureCounts> const none(channel_groups(topology).size(), MeasureCounts(largest));
  std::vector parts(num_threads(), none);
  parallel_chunks(topology.num_routers(), 1024, [&](std::size_t begin, std::size_t end, unsigned worker) {
    for (std::size_t i = begin; i < end; ++i) {
      RouterId const r{static_cast<std::uint32_t>(i)};
      auto const from = layout.cell(r);
      for (std::uint16_t p = 0, ports = topology.degree(r); p < ports; ++p)
        parts[worker][group_of(topology, r, {p})].add(
            layout.measure(from, layout.cell(topology.neighbor(r, {p}).router)));
    }
  });
  CableLengths lengths;
  for (std::size_t i = 0; i < none.size(); ++i) {
    for (std::size_t worker = 1; worker < parts.size(); ++worker) parts[0][i].add(parts[worker][i]);
    lengths.push_back(parts[0][i].counts(layout));
  }
  return lengths;
}

/// Computes the lengths from the digits or the grid that the topology defines; otherwise measures every
/// channel.
template <Topology T>
CableLengths cable_lengths(T const& topology, Layout const& layout) {
  if constexpr (HasDigitCourses<T>)
    if (counts_by_courses(layout)) return cable_lengths(topology.digit_courses(), layout);
  if constexpr (LinksGridNeighbors<T> && HintsLayout<T>)
    return cable_lengths(topology.layout_hint().parts[0], layout);
  return measure_cable_lengths(topology, layout);
}

/// Statistics of the cables of a group of channels. Each channel counts as a cable, except self loops.
struct CableStatistics {
  std::string name;
  std::uint64_t channels = 0;  ///< includes self loops
  std::uint64_t loops = 0;
  double min_pitches = 0, max_pitches = 0;  ///< extremes over the cables; 0 if there are no cables
  double total_pitches = 0;
  double pitch = 0.5;  ///< meters

  std::uint64_t cables() const { return channels - loops; }
  double mean_pitches() const { return cables() == 0 ? 0 : total_pitches / static_cast<double>(cables()); }
  double min_length() const { return min_pitches * pitch; }
  double max_length() const { return max_pitches * pitch; }
  double mean_length() const { return mean_pitches() * pitch; }
  double total_length() const { return total_pitches * pitch; }
};

/// Computes the statistics of each group from the lengths of all channels.
std::vector<CableStatistics> cable_statistics(std::vector<ChannelClass> const& classes,
                                              std::vector<ChannelGroup> const& groups,
                                              CableLengths const& lengths, double pitch);

/// Computes the statistics from the digits that the channels move: the displacement of a channel is the sum
/// of independent terms, one per digit. Exact at any size. Requires sums_by_courses().
std::vector<CableStatistics> cable_statistics(std::vector<ChannelClass> const& classes,
                                              std::vector<DigitCourse> const& courses, Layout const& layout);

/// Returns the cable statistics of every channel group of a topology.
template <Topology T>
std::vector<CableStatistics> cable_statistics(T const& topology, Layout const& layout) {
  if constexpr (HasDigitCourses<T>)
    if (sums_by_courses(layout))
      return cable_statistics(topology.classes(), topology.digit_courses(), layout);
  return cable_statistics(topology.classes(), channel_groups(topology), cable_lengths(topology, layout),
                          layout.pitch());
}

/// Returns the total length of all cables in pitches, weighted by the bandwidth of their channels.
double weighted_pitches(std::vector<ChannelGroup> const& groups, CableLengths const& lengths);

/// Returns the positions of the routers of a topology. If cables have a cross-section, the layout reserves
/// space for them.
template <Topology T>
Layout make_layout(T const& topology, LayoutParams const& params) {
  auto layout = make_layout(layout_hint(topology), params);
  if (params.wire == 0) return layout;
  if constexpr (HasDigitCourses<T>) {
    std::vector<double> bandwidths;
    for (auto const& channel_class : topology.classes()) bandwidths.push_back(channel_class.bandwidth);
    return make_layout(topology.layout_hint(), params, topology.digit_courses(), bandwidths);
  } else {
    auto along_axes = params;
    along_axes.cables = CablePath::axes;
    auto const pitches = weighted_pitches(
        channel_groups(topology), cable_lengths(topology, make_layout(layout_hint(topology), along_axes)));
    return layout.with_pitch(
        pitch_for_wires(layout, params, static_cast<double>(topology.num_routers()), pitches));
  }
}

}  // namespace weft
