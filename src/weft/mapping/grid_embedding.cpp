// SPDX-License-Identifier: Apache-2.0
#include "weft/mapping/grid_embedding.hpp"

#include <algorithm>
#include <limits>
#include <numeric>
#include <set>
#include <string>

#include "weft/core/error.hpp"
#include "weft/network/geometry/grid_geometry.hpp"

namespace weft::mapping {
namespace {

/// A side of the machine: the routers along a dimension, or the terminals of a router, between which the
/// distance is 0.
struct Axis {
  std::uint64_t side = 1;
  bool wraps = false, free = false;

  std::uint64_t distance(std::uint64_t a, std::uint64_t b) const {
    auto const far = a > b ? a - b : b - a;
    return free ? 0 : wraps ? std::min(far, side - far) : far;
  }
};

/// A digit of a task coordinate, and the side of the machine that it is mapped to. The digits for one side of
/// the task grid are ordered fastest first.
struct Digit {
  std::size_t axis = 0;
  std::uint64_t radix = 1, stride = 1;
};
using Digits = std::vector<Digit>;

/// Calls visit(digit, value) for each digit of x in a reflected code: from x to x + 1, one digit changes, by
/// one.
template <class Visit>
void visit_digits(Digits const& digits, std::uint64_t x, Visit visit) {
  auto above = x;
  for (auto const& digit : digits) {
    auto const value = above % digit.radix;
    above /= digit.radix;
    visit(digit, above % 2 == 0 ? value : digit.radix - 1 - value);
  }
}

std::vector<std::uint64_t> divisors(std::uint64_t number) {
  std::vector<std::uint64_t> all;
  for (std::uint64_t d = 1; d * d <= number; ++d)
    if (number % d == 0) {
      all.push_back(d);
      if (d != number / d) all.push_back(number / d);
    }
  std::ranges::sort(all);
  return all;
}

/// The digits for each side of a task grid.
using Factoring = std::vector<Digits>;

/// Distances on the machine between neighbors in a task grid.
class Distances {
 public:
  Distances(Sides const& tasks, std::vector<Axis> const& axes)
      : axes_(axes), here_(axes.size()), there_(axes.size()) {
    for (auto const side : tasks) tasks_.push_back(static_cast<std::uint64_t>(side));
    num_tasks_ = std::accumulate(tasks_.begin(), tasks_.end(), std::uint64_t{1}, std::multiplies{});
  }
  std::vector<std::uint64_t> const& tasks() const { return tasks_; }

  /// Sorts digits by step length, because the first digits change most frequently.
  void sort(Digits& digits) const {
    std::ranges::stable_sort(digits, {},
                             [&](Digit const& digit) { return axes_[digit.axis].distance(0, digit.stride); });
  }
  /// Returns the total distance, over all tasks, between neighbors along dimension `dim`.
  std::uint64_t along(std::size_t dim, Digits const& digits) {
    auto const side = tasks_[dim];
    std::uint64_t sum = 0;
    for (std::uint64_t x = 0; x < side; ++x) {
      std::ranges::fill(here_, 0);
      std::ranges::fill(there_, 0);
      visit_digits(digits, x,
                   [&](Digit const& digit, auto value) { here_[digit.axis] += value * digit.stride; });
      visit_digits(digits, (x + 1) % side,
                   [&](Digit const& digit, auto value) { there_[digit.axis] += value * digit.stride; });
      for (std::size_t a = 0; a < axes_.size(); ++a) sum += axes_[a].distance(here_[a], there_[a]);
    }
    return sum * (num_tasks_ / side);
  }

 private:
  std::vector<Axis> const& axes_;
  std::vector<std::uint64_t> tasks_, here_, there_;
  std::uint64_t num_tasks_ = 1;
};

/// Depth-first search over the factors of all sides of the task grid, last side first, pruned when the
/// distance reaches the minimum found so far.
class Folding {
 public:
  Folding(Sides const& tasks, std::vector<Axis> const& axes)
      : axes_(axes), distances_(tasks, axes), used_(axes.size(), 1), now_(tasks.size()) {}
  /// Returns the factoring of minimum distance; empty if the sides of the machine cannot contain the grid.
  Factoring run() {
    choose_side(now_.size(), 0);
    return best_;
  }

 private:
  static constexpr std::uint64_t max_steps =
      2'000'000;  // steps of the search; far more than any practical grid needs

  void choose_side(std::size_t after, std::uint64_t distance) {
    if (distance >= min_) return;
    if (after == 0) {
      min_ = distance;
      best_ = now_;
      return;
    }
    now_[after - 1].clear();
    choose_factor(after - 1, 0, distances_.tasks()[after - 1], distance);
  }
  void choose_factor(std::size_t dim, std::size_t axis, std::uint64_t left, std::uint64_t distance) {
    if (steps_++ > max_steps && !best_.empty()) return;
    if (axis == axes_.size()) {
      if (left == 1) finish_side(dim, distance);
      return;
    }
    for (auto const factor : divisors(left)) {
      auto const stride = used_[axis];
      if (stride * factor > axes_[axis].side) break;
      if (factor > 1) now_[dim].push_back({axis, factor, stride});
      used_[axis] *= factor;
      choose_factor(dim, axis + 1, left / factor, distance);
      used_[axis] = stride;
      if (factor > 1) now_[dim].pop_back();
    }
  }
  void finish_side(std::size_t dim, std::uint64_t distance) {
    auto const unsorted = now_[dim];
    distances_.sort(now_[dim]);
    choose_side(dim, distance + distances_.along(dim, now_[dim]));
    now_[dim] = unsorted;
  }

  std::vector<Axis> const& axes_;
  Distances distances_;
  std::uint64_t steps_ = 0, min_ = std::numeric_limits<std::uint64_t>::max();
  std::vector<std::uint64_t> used_;
  Factoring now_, best_;
};

/// All factorings in ascending order of distance, with the sides of the task grid in all orders along each
/// side of the machine. Factorings that are equal up to an exchange of equal sides of the machine are
/// included once.
class Factorings {
 public:
  Factorings(Sides const& tasks, std::vector<Axis> const& axes)
      : axes_(axes),
        distances_(tasks, axes),
        factors_(tasks.size(), std::vector<std::uint64_t>(axes.size(), 1)) {}

  std::vector<Factoring> all() {
    choose(0, 0, distances_.tasks().empty() ? 1 : distances_.tasks()[0]);
    std::ranges::stable_sort(found_, {}, &std::pair<std::uint64_t, Factoring>::first);
    std::vector<Factoring> factorings;
    for (auto& [distance, factoring] : found_) factorings.push_back(std::move(factoring));
    return factorings;
  }

 private:
  static constexpr std::uint64_t max_steps = 200'000, max_found = 4096;

  void choose(std::size_t dim, std::size_t axis, std::uint64_t left) {
    if (++steps_ > max_steps || found_.size() >= max_found) return;
    if (dim == factors_.size()) return add_orders();
    if (axis == axes_.size()) {
      if (left == 1) choose(dim + 1, 0, dim + 1 < factors_.size() ? distances_.tasks()[dim + 1] : 1);
      return;
    }
    for (auto const factor : divisors(left)) {
      if (used(axis, dim) * factor > axes_[axis].side) break;
      factors_[dim][axis] = factor;
      choose(dim, axis + 1, left / factor);
      factors_[dim][axis] = 1;
    }
  }
  std::uint64_t used(std::size_t axis, std::size_t dims) const {
    std::uint64_t product = 1;
    for (std::size_t dim = 0; dim < dims; ++dim) product *= factors_[dim][axis];
    return product;
  }
  /// Returns a key of the factoring that is invariant under exchanges of equal sides of the machine.
  std::vector<std::vector<std::uint64_t>> shape() const {
    std::vector<std::vector<std::uint64_t>> columns;
    for (std::size_t axis = 0; axis < axes_.size(); ++axis) {
      columns.push_back({axes_[axis].free ? 1U : 0U, axes_[axis].side});
      for (auto const& row : factors_) columns.back().push_back(row[axis]);
    }
    std::ranges::sort(columns);
    return columns;
  }
  void add_orders() {
    if (!shapes_.insert(shape()).second) return;
    std::vector<std::size_t> order(factors_.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::set<std::vector<std::uint64_t>> strides;  // orders are equivalent unless sides share a dimension
    do {
      Factoring factoring(factors_.size());
      std::vector<std::uint64_t> stride(axes_.size(), 1), seen;
      for (auto const dim : order)
        for (std::size_t axis = 0; axis < axes_.size(); ++axis) {
          auto const factor = factors_[dim][axis];
          if (factor > 1) factoring[dim].push_back({axis, factor, stride[axis]});
          stride[axis] *= factor;
        }
      std::uint64_t distance = 0;
      for (std::size_t dim = 0; dim < factoring.size(); ++dim) {
        for (auto const& digit : factoring[dim]) seen.insert(seen.end(), {dim, digit.axis, digit.stride});
        distances_.sort(factoring[dim]);
        distance += distances_.along(dim, factoring[dim]);
      }
      if (strides.insert(seen).second) found_.emplace_back(distance, std::move(factoring));
    } while (std::ranges::next_permutation(order).found);
  }

  std::vector<Axis> const& axes_;
  Distances distances_;
  std::uint64_t steps_ = 0;
  std::vector<std::vector<std::uint64_t>> factors_;  // [side of the task grid][side of the machine]
  std::set<std::vector<std::vector<std::uint64_t>>> shapes_;
  std::vector<std::pair<std::uint64_t, Factoring>> found_;
};

std::vector<Axis> axes_of(MappingContext const& context) {
  std::vector<Axis> axes;
  std::uint64_t routers = 1;
  for (auto const side : context.router_sides()) {
    axes.push_back({static_cast<std::uint64_t>(side), context.machine->grid()->is_torus()});
    routers *= static_cast<std::uint64_t>(side);
  }
  axes.push_back({.side = context.terminals / routers, .free = true});
  return axes;
}

/// Returns the terminal at the coordinates `at`.
std::uint64_t terminal_at(std::vector<std::uint64_t> const& at, std::vector<Axis> const& axes) {
  std::uint64_t rank = 0;
  for (std::size_t a = 0; a < axes.size(); ++a) rank = rank * axes[a].side + at[a];
  return rank;
}

/// Returns factoring k, numbered from 1, or the factoring of minimum distance if k is 0; empty if there is
/// none.
Factoring factoring_of(MappingContext const& context, std::vector<Axis> const& axes, std::int64_t k) {
  if (k == 0) return Folding(context.sides, axes).run();
  auto all = Factorings(context.sides, axes).all();
  auto const index = static_cast<std::size_t>(k - 1);
  if (!all.empty() && index >= all.size())
    throw InputError("factoring=" + std::to_string(k), "must be in [0, " + std::to_string(all.size()) + "]",
                     "", "mapping");
  return all.empty() ? Factoring{} : std::move(all[index]);
}

}  // namespace

Placement GridEmbedding::place(MappingContext const& context) const {
  check_fits(context);
  auto const sides = context.router_sides();
  if (sides.empty())
    throw InputError("grid_embedding needs a grid",
                     "the routers must form a grid, and all must have terminals",
                     "use another mapping, e.g. linear", "mapping");
  auto const axes = axes_of(context);
  auto const digits = factoring_of(context, axes, params_.factoring);
  if (digits.empty())
    throw InputError("grid_embedding cannot place " + format_sides(context.sides) + " tasks",
                     "the sides have no factors that fit onto " + format_sides(sides) + " routers with " +
                         std::to_string(axes.back().side) + " terminals each",
                     "use space_filling_curve or local_search", "mapping");
  Placement placement(context.num_tasks());
  std::vector<std::uint64_t> at(axes.size());
  for (std::uint64_t task = 0; task < placement.size(); ++task) {
    std::ranges::fill(at, 0);
    auto rank = task;
    for (std::size_t d = context.sides.size(); d-- > 0;) {
      auto const side = static_cast<std::uint64_t>(context.sides[d]);
      visit_digits(digits[d], rank % side,
                   [&](Digit const& digit, auto value) { at[digit.axis] += value * digit.stride; });
      rank /= side;
    }
    placement[task] = static_cast<std::uint32_t>(terminal_at(at, axes));
  }
  return placement;
}

std::vector<GridEmbedding::Params> GridEmbedding::candidate_params(MappingContext const& context) {
  constexpr std::int64_t max = 32;
  std::vector<Params> worth{{}};
  if (auto const sides = context.router_sides(); sides.empty() || context.sides == sides) return worth;
  auto const axes = axes_of(context);
  auto const count = static_cast<std::int64_t>(Factorings(context.sides, axes).all().size());
  for (std::int64_t k = 1; k <= std::min(count, max); ++k) worth.push_back({k});
  return worth;
}
}  // namespace weft::mapping
