// SPDX-License-Identifier: Apache-2.0
#include "weft/network/cables.hpp"

#include <algorithm>

#include "weft/core/parallel.hpp"

namespace weft {
namespace {

/// Maximum radix of a digit for which cable lengths are counted digit by digit, because the work is cubic in
/// the radix.
constexpr std::uint32_t max_radix_by_symmetry = 512;

/// Returns the minimum length of a swap along the axes, over all pairs of different digits.
std::uint32_t shortest_swap(DigitCourse const& course, Layout const& layout) {
  auto const a = *course.moves[0].to, b = *course.moves[0].from;
  auto const m = layout.offsets(a).size();
  std::vector<Cell> term(m);
  for (std::uint32_t v = 0; v < m; ++v) term[v] = difference(layout.offset(b, v), layout.offset(a, v));
  std::vector shortest(num_threads(), ~std::uint32_t{0});
  parallel_chunks(m, 64, [&](std::size_t begin, std::size_t end, unsigned worker) {
    for (std::size_t i = begin; i < end; ++i)
      for (std::size_t j = i + 1; j < m; ++j)
        shortest[worker] = std::min(shortest[worker], manhattan_distance(term[i], term[j]));
  });
  return std::ranges::min(shortest);
}

/// Returns the minimum length of the channels of a class. If several digits move, the shortest channel is
/// between neighboring values of the lowest digit.
std::uint32_t shortest_course(DigitCourse const& course, Layout const& layout) {
  if (course.swap) return shortest_swap(course, layout);
  auto shortest = ~std::uint32_t{0};
  auto const take = [&](std::uint32_t a, std::uint32_t b) {
    shortest = std::min(shortest, manhattan_distance(layout.offset(0, a), layout.offset(0, b)));
  };
  for (auto const& [from, to] : course.steps) take(from, to);
  if (course.steps.empty()) {
    auto const values = static_cast<std::uint32_t>(layout.offsets(0).size());
    for (std::uint32_t a = 0; a < values; ++a)
      for (std::uint32_t b = a + 1; b < values && shortest > 1; ++b) take(a, b);
  }
  return shortest;
}

}  // namespace

bool counts_by_courses(Layout const& layout) { return layout.digits().side(0) <= max_radix_by_symmetry; }

bool sums_by_courses(Layout const& layout) { return layout.cables() == CablePath::axes && layout.is_tight(); }

std::vector<CableStatistics> cable_statistics(std::vector<ChannelClass> const& classes,
                                              std::vector<DigitCourse> const& courses, Layout const& layout) {
  std::vector<CableStatistics> all;
  for (std::size_t i = 0; i < courses.size(); ++i) {
    auto const& course = courses[i];
    auto& cables = all.emplace_back();
    cables.name = classes[i].name;
    cables.pitch = layout.pitch();
    cables.channels = course.channels;
    cables.loops = course.loops;
    if (cables.cables() == 0) continue;
    CourseTerms const terms{course, layout};
    cables.total_pitches = static_cast<double>(terms.total() * course.repetitions);
    cables.max_pitches = terms.longest();
    cables.min_pitches = shortest_course(course, layout);
  }
  return all;
}

CableLengths cable_lengths(std::vector<DigitCourse> const& courses, Layout const& layout) {
  CableLengths all;
  for (auto const& course : courses) {
    auto& counts = all.emplace_back();
    if (course.loops > 0) counts.push_back({0, course.loops});
    for (auto const& [measure, count] : CourseTerms{course, layout}.measures())
      if (measure > 0) counts.push_back({layout.pitches(measure), count * course.repetitions});
  }
  return all;
}

CableLengths cable_lengths(GridLayout::Part const& grid, Layout const& layout) {
  CableLengths all;
  auto const& shape = grid.shape;
  for (std::uint32_t dim = 0; dim < shape.dims(); ++dim) {
    auto const side = shape.side(dim);
    std::map<std::uint64_t, std::uint64_t> counts;
    for (std::uint32_t c = 0; c + 1 < side + grid.wraps[dim]; ++c)
      counts[layout.measure(layout.offset(dim, c), layout.offset(dim, c + 1 < side ? c + 1 : 0))] +=
          2 * (shape.size() / side);
    auto& lengths = all.emplace_back();
    for (auto const& [measure, count] : counts) lengths.push_back({layout.pitches(measure), count});
  }
  return all;
}

std::vector<CableStatistics> cable_statistics(std::vector<ChannelClass> const& classes,
                                              std::vector<ChannelGroup> const& groups,
                                              CableLengths const& lengths, double pitch) {
  std::vector<CableStatistics> all;
  for (std::size_t i = 0; i < groups.size(); ++i) {
    CableStatistics cables{.name = classes[groups[i].of_class.v].name, .pitch = pitch};
    for (auto const& [pitches, count] : lengths[i]) {
      cables.channels += count;
      cables.total_pitches += static_cast<double>(count) * pitches;
      if (pitches == 0)
        cables.loops = count;
      else if (cables.min_pitches == 0)
        cables.min_pitches = pitches;
      cables.max_pitches = pitches;
    }
    all.push_back(cables);
  }
  return all;
}

double weighted_pitches(std::vector<ChannelGroup> const& groups, CableLengths const& lengths) {
  double sum = 0;
  for (std::size_t i = 0; i < groups.size(); ++i)
    for (auto const& [pitches, count] : lengths[i])
      sum += groups[i].bandwidth * static_cast<double>(count) * pitches;
  return sum;
}

}  // namespace weft
