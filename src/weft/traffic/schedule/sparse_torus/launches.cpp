// SPDX-License-Identifier: Apache-2.0
#include "weft/traffic/schedule/sparse_torus/launches.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>
#include <tuple>

#include "weft/core/interrupt.hpp"
#include "weft/core/memory.hpp"

namespace weft {
namespace {

using Digits = std::span<std::uint32_t const>;

/// Returns a negative number, 0 or a positive number if the rotation that begins with digit r is less than,
/// equal to or greater than the pattern.
int compare_rotation(Digits pattern, std::size_t r) {
  std::size_t const size = pattern.size();
  for (std::size_t i = 0; i < size; ++i) {
    auto const digit = pattern[r + i < size ? r + i : r + i - size];
    if (digit != pattern[i]) return digit < pattern[i] ? -1 : 1;
  }
  return 0;
}

/// Returns the number of distinct rotations of a pattern; 0 if the pattern is not the minimal rotation.
std::uint32_t count_rotations(Digits pattern) {
  for (std::size_t r = 1; r < pattern.size(); ++r) {
    auto const sign = compare_rotation(pattern, r);
    if (sign < 0) return 0;
    if (sign == 0) return static_cast<std::uint32_t>(r);  // the period: further rotations repeat
  }
  return static_cast<std::uint32_t>(pattern.size());
}

/// Advances to the next sequence of digits below `side` in lexicographic order; returns false after the last.
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
  std::iota(order.rbegin(), order.rend(), std::size_t{0});  // largest minimal rotation first
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

namespace {

constexpr auto none = ~std::size_t{0};

void require_launches(PathGroups const& groups, std::uint64_t legs, std::uint64_t relations) {
  auto const each =
      legs * sizeof(GroupLaunch) + groups.size() * groups.dims() * sizeof(RouterProgram::Injection);
  auto const bytes = static_cast<unsigned __int128>(each) * relations;
  require_memory(bytes >> 63 == 0 ? static_cast<std::uint64_t>(bytes) : ~std::uint64_t{0},
                 "a schedule of " + std::to_string(relations) + " relations of " +
                     std::to_string(groups.size()) + " groups");
}

/// Computes the dimension of each hop of packet 0 of group g.
void dims_of_hops(PathGroups const& groups, std::size_t g, std::vector<std::uint32_t>& scratch,
                  std::vector<std::uint32_t>& dims) {
  groups.hops(g, scratch);
  dims.clear();
  for (std::uint32_t dim = 0; dim < groups.dims(); ++dim) dims.insert(dims.end(), scratch[dim], dim);
}

class ProgramWriter {
 public:
  ProgramWriter(PathGroups const& groups, RouterProgram& program)
      : groups_(groups), program_(program), digits_(groups.dims(), groups.side()) {}

  void write(GroupLaunch const& launch) {
    if (launch.group != group_) {
      group_ = launch.group;
      dims_of_hops(groups_, group_, hops_, dims_);
    }
    auto const n = groups_.side();
    auto const begin = std::uint64_t{launch.leg} * n;
    for (std::uint64_t hop = begin + 1; hop < begin + launch.length; ++hop)
      program_.set_state(static_cast<std::uint32_t>((hop - begin) % n), launch.slot + hop - begin,
                         static_cast<std::uint8_t>((dims_[hop] + d() - dims_[hop - 1]) % d()));
    for (std::uint32_t k = 0; k < groups_.group(group_).rotations; ++k) {
      RouterProgram::Injection injection{launch.slot, (dims_[begin] + k) % d()};
      if (launch.leg == 0) {
        injection.offset = offset(k);
      } else {
        injection.stored_slot = launch.slot;
        injection.stored_dim = (dims_[begin - 1] + k) % d();
      }
      program_.injections.push_back(injection);
    }
    auto const first = program_.injections.end() - groups_.group(group_).rotations;
    std::sort(first, program_.injections.end(), [](auto const& a, auto const& b) { return a.dim < b.dim; });
  }

 private:
  std::uint32_t d() const { return groups_.dims(); }
  /// Returns the offset from source to destination of packet k: D_j hops along dimension k + j.
  std::uint32_t offset(std::uint32_t k) {
    offset_.assign(d(), 0);
    for (std::uint32_t j = 0; j < d(); ++j) offset_[(k + j) % d()] = hops_[j] % groups_.side();
    return digits_.number(offset_);
  }

  PathGroups const& groups_;
  RouterProgram& program_;
  ProcessorDigits digits_;
  std::uint32_t group_ = 0xffffffff;
  std::vector<std::uint32_t> hops_, dims_, offset_;
};

}  // namespace

std::vector<GroupLaunch> general_launches(PathGroups const& groups, std::uint64_t relations) {
  require_launches(groups, groups.size(), relations);
  std::uint64_t const n = groups.side();
  std::vector<std::uint64_t> busy_until(n);
  std::vector<GroupLaunch> launches;
  launches.reserve((groups.size() - 1) * relations);
  std::uint64_t slot = 0;
  for (std::uint32_t relation = 0; relation < relations; ++relation)
    for (std::uint32_t g = 0; g + 1 < groups.size(); ++g, ++slot) {
      while (busy_until[slot % n] > slot) ++slot;
      auto const length = groups.group(g).length;
      busy_until[slot % n] = slot + length;
      launches.push_back({slot, g, relation, 0, length});
    }
  return launches;
}

std::vector<GroupLaunch> split_launches(PathGroups const& groups, std::uint64_t relations) {
  require_launches(groups, groups.turns(), relations);
  std::uint64_t const n = groups.side(), per_relation = groups.size() - 1;
  std::vector<GroupLaunch> launches;
  launches.reserve(groups.turns() * relations);
  std::vector<std::size_t> in_slice(n, none);  // the launch n slots before
  std::uint64_t entered = 0;
  for (std::uint64_t slot = 0; launches.size() < groups.turns() * relations; ++slot) {
    GroupLaunch next{slot, 0, 0, 0, n};
    auto& before = in_slice[slot % n];
    if (before != none && launches[before].leg + 1 < groups.group(launches[before].group).length / n) {
      next = launches[before];
      next.slot = slot;
      ++next.leg;
    } else if (entered < per_relation * relations) {
      next.group = static_cast<std::uint32_t>(entered % per_relation);
      next.relation = static_cast<std::uint32_t>(entered / per_relation);
      ++entered;
    } else {
      before = none;
      continue;
    }
    before = launches.size();
    launches.push_back(next);
  }
  return launches;
}

RouterProgram program_of(PathGroups const& groups, std::vector<GroupLaunch> const& launches,
                         std::uint64_t relations) {
  std::uint64_t slots = 1, packets = 0;
  for (auto const& launch : launches) {
    slots = std::max(slots, launch.slot + launch.length + 1);
    packets += groups.group(launch.group).rotations;
  }
  RouterProgram program(groups.dims(), groups.side(), slots);
  program.relations = relations;
  program.injections.reserve(packets);
  ProgramWriter writer(groups, program);
  for (auto const& launch : launches) {
    throw_if_interrupted();
    writer.write(launch);
  }
  return program;
}

RouterProgram crossing_program(std::uint32_t side, bool both_axes, std::uint64_t relations) {
  std::uint64_t const n = side, half = n / 2;
  // Along both axes, relations 0, 2, .. use the first half of a period of n slots, relations 1, 3, .. the
  // second half.
  auto const periods = both_axes ? (relations + 1) / 2 : relations;
  bool const ends_early = both_axes && relations % 2 == 1;
  auto const slots = periods == 0 ? 1 : (periods - 1) * n + (ends_early ? half : n - 1) + n + 1;
  require_memory(slots * n + relations * n * sizeof(RouterProgram::Injection),
                 "a schedule of " + std::to_string(relations) + " relations");
  RouterProgram program(2, side, slots);
  program.relations = relations;
  for (std::uint64_t slot = 0; slot < slots; slot += n)
    for (std::uint32_t level = 1; level < side; ++level) program.set_state(level, slot, 1);
  for (std::uint64_t period = 0; period < periods; ++period) {
    bool const last_half = ends_early && period + 1 == periods;
    auto const last = last_half ? half : n - 1;
    for (std::uint64_t t = 1; t <= last; ++t) {
      auto const slot = period * n + t;
      bool const twice =
          n - t == t;  // equal offsets along both axes: both relations of the period send in this slot
      if (!(twice && last_half)) program.injections.push_back({slot, 0, static_cast<std::uint32_t>(n - t)});
      if (both_axes) program.injections.push_back({slot, 1, static_cast<std::uint32_t>(t)});
    }
  }
  return program;
}

}  // namespace weft

namespace weft::sparse_torus_forms {
namespace {

using Wide = __int128;

/// Returns C(n, k) exactly: every partial product is a binomial coefficient.
Wide binomial(std::int64_t n, std::int64_t k) {
  if (n < k) return 0;
  Wide value = 1;
  for (std::int64_t i = 1; i <= k; ++i) value = value * (n - k + i) / i;
  return value;
}

/// Returns the number of d-tuples of digits 0 .. n - 1 with sum `sum`.
Wide tuples(std::int64_t d, std::int64_t n, std::int64_t sum) {
  Wide count = 0;
  for (std::int64_t j = 0; j <= d && j * n <= sum; ++j)
    count += (j % 2 == 0 ? 1 : -1) * binomial(d, j) * binomial(sum - j * n + d - 1, d - 1);
  return count;
}

std::int64_t totient(std::int64_t g) {
  std::int64_t count = 0;
  for (std::int64_t i = 1; i <= g; ++i) count += std::gcd(i, g) == 1 ? 1 : 0;
  return count;
}

}  // namespace

std::vector<std::uint64_t> level_sizes(std::uint32_t dimensions, std::uint32_t side) {
  std::vector<std::uint64_t> sizes;
  for (std::uint64_t k = 0; k <= std::uint64_t{dimensions} * (side - 1); ++k)
    sizes.push_back(static_cast<std::uint64_t>(tuples(dimensions, side, static_cast<std::int64_t>(k))));
  return sizes;
}

std::uint64_t steady_period(std::uint32_t dimensions, std::uint32_t side) {
  if (dimensions <= 1) return 0;
  std::int64_t const d = dimensions, n = side;
  Wide sum = 0;
  for (std::int64_t k = 1; k < d; ++k)
    for (std::int64_t g = 1; g <= d; ++g)
      if (d % g == 0 && k * n % g == 0) sum += k * totient(g) * tuples(d / g, n, k * n / g);
  return static_cast<std::uint64_t>(sum / d);
}

std::uint64_t makespan(std::uint32_t dimensions, std::uint32_t side) {
  return dimensions == 1 ? 0 : steady_period(dimensions, side) + side - 1;
}

double link_bound(std::uint32_t dimensions, std::uint32_t side) {
  if (dimensions == 1) return 0;
  return std::pow(side, static_cast<double>(dimensions) - 2) * (side - 1.0) / 2;
}

std::uint64_t crossing_makespan(std::uint32_t side, bool both_axes) {
  std::uint64_t const n = side;
  return both_axes ? n + n / 2 - 1 : 2 * n - 2;
}

}  // namespace weft::sparse_torus_forms
