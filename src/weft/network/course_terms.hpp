#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "weft/network/layout.hpp"

namespace weft {

inline Cell difference(Cell const& a, Cell const& b) { return {a[0] - b[0], a[1] - b[1], a[2] - b[2]}; }

/// The contribution of each value of one digit to a channel's course (end minus start).
using Term = std::vector<Cell>;

/// The terms of the channels of one class: one for each digit moved, each digit being any value independently
/// of the others, or one for all steps of the lowest digit.
class CourseTerms {
 public:
  CourseTerms(DigitCourse const& course, Layout const& layout) : layout_(layout) {
    for (auto const& [to, from] : course.moves) add(to, from);
    if (course.steps.empty()) return;
    auto& term = terms_.emplace_back();
    for (auto const& [from, to] : course.steps)
      term.push_back(difference(layout.offset(0, to), layout.offset(0, from)));
  }

  /// The sum of the lengths of all courses along the axes, over all values of the digits.
  std::uint64_t total() const {
    std::uint64_t sum = 0;
    for (std::size_t axis = 0; axis < 3; ++axis)
      for (auto const& [course, count] : distribution(axis))
        sum += static_cast<std::uint64_t>(std::abs(course)) * count;
    return sum;
  }

  /// The number of courses of each length (Layout::measure), over all values of the digits.
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

  /// The longest course along the axes: the farthest of the eight corners, each reached digit by digit.
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

}  // namespace weft
