#include "weft/network/cables.hpp"

#include <algorithm>
#include <map>
#include <optional>

#include "weft/core/parallel.hpp"

namespace weft {
namespace {

/// Values of a digit up to which the lengths of channels are counted digit by digit: the work is cubic in
/// them.
constexpr std::uint32_t most_by_symmetry = 512;

/// The contribution of each value of one digit to a channel's course (end minus start).
using Term = std::vector<Cell>;

Cell minus(Cell const& a, Cell const& b) { return {a[0] - b[0], a[1] - b[1], a[2] - b[2]}; }

/// The terms of the channels of one class, one for each digit moved, each digit being any value independently
/// of the others.
class CourseTerms {
 public:
  CourseTerms(DigitCourse const& course, Layout const& layout) : layout_(layout) {
    for (auto const& [to, from] : course.moves) add(to, from);
  }

  /// The sum of all courses' lengths, over all values of the digits.
  std::uint64_t total() const {
    std::uint64_t sum = 0;
    for (std::size_t axis = 0; axis < 3; ++axis)
      for (auto const& [course, count] : distribution(axis))
        sum += static_cast<std::uint64_t>(std::abs(course)) * count;
    return sum;
  }

  /// The number of courses of each length, over all values of the digits.
  std::vector<std::uint64_t> lengths() const {
    std::map<Cell, std::uint64_t> sum{{Cell{}, 1}};
    for (auto const& term : terms_) {
      std::map<Cell, std::uint64_t> next;
      for (auto const& [course, count] : sum)
        for (auto const& part : term)
          next[{course[0] + part[0], course[1] + part[1], course[2] + part[2]}] += count;
      sum = std::move(next);
    }
    std::vector<std::uint64_t> counts(longest() + std::size_t{1}, 0);
    for (auto const& [course, count] : sum) counts[cells_between(course, {})] += count;
    return counts;
  }

  /// The longest course: the farthest of the eight corners, each reached digit by digit.
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
      term[v] = minus(to ? layout_.offset(*to, v) : Cell{}, from ? layout_.offset(*from, v) : Cell{});
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

/// The shortest course of a swap, over all pairs of different digits.
std::uint32_t shortest_swap(DigitCourse const& course, Layout const& layout) {
  auto const a = *course.moves[0].to, b = *course.moves[0].from;
  auto const m = layout.offsets(a).size();
  Term term(m);
  for (std::uint32_t v = 0; v < m; ++v) term[v] = minus(layout.offset(b, v), layout.offset(a, v));
  std::vector shortest(num_threads(), ~std::uint32_t{0});
  parallel_chunks(m, 64, [&](std::size_t begin, std::size_t end, unsigned worker) {
    for (std::size_t i = begin; i < end; ++i)
      for (std::size_t j = i + 1; j < m; ++j)
        shortest[worker] = std::min(shortest[worker], cells_between(term[i], term[j]));
  });
  return std::ranges::min(shortest);
}

}  // namespace

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
    cables.total_cells = terms.total() * course.repetitions;
    cables.max_cells = terms.longest();
    cables.min_cells = course.swap ? shortest_swap(course, layout) : 1;
  }
  return all;
}

bool counts_by_courses(Layout const& layout) { return layout.digits().side(0) <= most_by_symmetry; }

CableLengths cable_lengths(std::vector<DigitCourse> const& courses, Layout const& layout) {
  CableLengths all;
  for (auto const& course : courses) {
    auto& counts = all.emplace_back(CourseTerms{course, layout}.lengths());
    for (auto& count : counts) count *= course.repetitions;
    counts[0] = course.loops;
  }
  return all;
}

CableLengths cable_lengths(GridLayout::Part const& grid, Layout const& layout) {
  CableLengths all;
  auto const& shape = grid.shape;
  for (std::uint32_t dim = 0; dim < shape.dims(); ++dim) {
    auto const side = shape.side(dim);
    auto& counts = all.emplace_back(1, 0);
    for (std::uint32_t c = 0; c + 1 < side + grid.wraps[dim]; ++c) {
      std::size_t const cells =
          cells_between(layout.offset(dim, c), layout.offset(dim, c + 1 < side ? c + 1 : 0));
      if (cells >= counts.size()) counts.resize(cells + 1, 0);
      counts[cells] += 2 * (shape.size() / side);
    }
  }
  return all;
}

std::vector<CableStatistics> cable_statistics(std::vector<ChannelClass> const& classes,
                                              std::vector<ChannelGroup> const& groups,
                                              CableLengths const& lengths, double pitch) {
  std::vector<CableStatistics> all;
  for (std::size_t i = 0; i < groups.size(); ++i) {
    CableStatistics cables{.name = classes[groups[i].of_class.v].name, .pitch = pitch};
    for (std::uint32_t cells = 0; cells < lengths[i].size(); ++cells) {
      auto const count = lengths[i][cells];
      if (count == 0) continue;
      cables.channels += count;
      cables.total_cells += count * cells;
      if (cells == 0)
        cables.loops = count;
      else if (cables.min_cells == 0)
        cables.min_cells = cells;
      cables.max_cells = cells;
    }
    all.push_back(cables);
  }
  return all;
}

}  // namespace weft
