#include "weft/traffic/schedule/sparse_torus/path_groups.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>
#include <tuple>

#include "weft/core/memory.hpp"

namespace weft {
namespace {

using Digits = std::span<std::uint32_t const>;

/// Negative, 0 or positive if the rotation that begins at digit r is less than, equal to or greater than the
/// pattern.
int compare_rotation(Digits pattern, std::size_t r) {
  std::size_t const size = pattern.size();
  for (std::size_t i = 0; i < size; ++i) {
    auto const digit = pattern[r + i < size ? r + i : r + i - size];
    if (digit != pattern[i]) return digit < pattern[i] ? -1 : 1;
  }
  return 0;
}

/// The number of distinct rotations of a pattern; 0 if it is not the minimal one.
std::uint32_t count_rotations(Digits pattern) {
  for (std::size_t r = 1; r < pattern.size(); ++r) {
    auto const sign = compare_rotation(pattern, r);
    if (sign < 0) return 0;
    if (sign == 0) return static_cast<std::uint32_t>(r);  // the period: later rotations repeat
  }
  return static_cast<std::uint32_t>(pattern.size());
}

/// The next digits below `side` in lexicographic order; false after the last.
bool advance(std::span<std::uint32_t> digits, std::uint32_t side) {
  for (std::size_t i = digits.size(); i-- > 0;) {
    if (++digits[i] < side) return true;
    digits[i] = 0;
  }
  return false;
}

}  // namespace

PathGroups::PathGroups(std::uint32_t dimensions, std::uint32_t side, ZeroHops zeros)
    : dims_(dimensions), side_(side), zeros_(zeros) {
  auto const patterns = std::pow(static_cast<double>(side), static_cast<double>(dimensions - 1));
  auto const bytes = static_cast<double>(2 * sizeof(Group)) + 8.0 * dimensions;
  require_memory(
      static_cast<std::uint64_t>(patterns / dimensions * bytes),
      "the path patterns of " + std::to_string(side) + "^" + std::to_string(dimensions - 1) + " processors");
  std::vector<std::uint32_t> pattern(dims_), all;
  std::vector<Group> found;
  do {
    auto const sum = std::accumulate(pattern.begin(), pattern.end() - 1, std::uint64_t{0});
    pattern[dims_ - 1] = static_cast<std::uint32_t>((side_ - sum % side_) % side_);
    auto const rotations = count_rotations(pattern);
    if (rotations == 0) continue;
    Group group;
    group.rotations = rotations;
    choose_launch(pattern, group);
    found.push_back(group);
    all.insert(all.end(), pattern.begin(), pattern.end());
  } while (advance(std::span(pattern).first(dims_ - 1), side_));
  std::vector<std::size_t> order(found.size());
  std::iota(order.rbegin(), order.rend(), std::size_t{0});  // the largest minimal rotation first
  std::ranges::stable_sort(order, std::ranges::greater{}, [&](std::size_t g) { return found[g].length; });
  digits_.reserve(all.size());
  groups_.reserve(found.size());
  for (auto const g : order) {
    groups_.push_back(found[g]);
    auto const begin = all.begin() + static_cast<std::ptrdiff_t>(g * dims_);
    digits_.insert(digits_.end(), begin, begin + dims_);
  }
}

void PathGroups::choose_launch(Digits pattern, Group& group) const {
  auto const digit = [&](std::size_t r, std::size_t i) {
    return pattern[r + i < dims_ ? r + i : r + i - dims_];
  };
  bool first = true;
  for (std::uint32_t r = 0; r < group.rotations; ++r) {
    if (pattern[r] == 0) continue;
    std::uint32_t zeros = 0, largest = 0, last = 0;
    for (std::uint32_t i = 1; i < dims_; ++i) {
      if (digit(r, i) == 0) continue;
      zeros += i - last - 1;
      largest = std::max(largest, i - last);
      last = i;
    }
    auto const greater_digits = [&] {
      for (std::uint32_t i = 0; i < dims_; ++i)
        if (digit(r, i) != digit(group.launched, i)) return digit(r, i) > digit(group.launched, i);
      return false;
    };
    auto const now = std::tuple(zeros, largest), best = std::tuple(group.zeros_between, group.largest_shift);
    if (!first && (now > best || (now == best && !greater_digits()))) continue;
    first = false;
    group.launched = r;
    group.zeros_between = zeros;
    group.largest_shift = largest;
  }
  group.length = std::accumulate(pattern.begin(), pattern.end(), std::uint64_t{0});
  if (zeros_ == ZeroHops::full_turn) {
    group.length += std::uint64_t{group.zeros_between} * side_;
    group.largest_shift = std::min(group.largest_shift, std::uint32_t{1});
  }
}

void PathGroups::hops(std::size_t g, std::vector<std::uint32_t>& out) const {
  auto const digits = pattern(g);
  auto const begin = digits.begin() + groups_[g].launched;
  out.assign(begin, digits.end());
  out.insert(out.end(), digits.begin(), begin);
  if (zeros_ != ZeroHops::full_turn) return;
  auto const last = std::find_if(out.rbegin(), out.rend(), [](auto hops) { return hops > 0; }).base();
  std::replace(out.begin(), last, std::uint32_t{0}, side_);
}

std::uint64_t PathGroups::turns() const {
  std::uint64_t sum = 0;
  for (auto const& group : groups_) sum += group.length / side_;
  return sum;
}

}  // namespace weft
