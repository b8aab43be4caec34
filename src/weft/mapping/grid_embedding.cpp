#include "weft/mapping/grid_embedding.hpp"

#include <algorithm>
#include <limits>
#include <numeric>
#include <string>

#include "weft/core/error.hpp"

namespace weft {
namespace {

/// A side of the machine: routers along a dimension, or the terminals of a router, between which there is no distance.
struct Axis {
  std::uint64_t side = 1;
  bool wraps = false, free = false;

  std::uint64_t distance(std::uint64_t a, std::uint64_t b) const {
    auto const far = a > b ? a - b : b - a;
    return free ? 0 : wraps ? std::min(far, side - far) : far;
  }
};

/// How one side of the task grid lies on the machine: the digits of a task's coordinate, the fastest first.
struct Digit {
  std::size_t axis = 0;
  std::uint64_t radix = 1, stride = 1;
};
using Digits = std::vector<Digit>;

/// The digits of x in a reflected code: from x to x + 1 one digit changes, by one.
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

/// Depth-first search over the factors of all sides of the task grid, the last first, cut off where the distance is already
/// greater than the least found.
class Folding {
 public:
  Folding(Sides const& tasks, std::vector<Axis> axes)
      : axes_(std::move(axes)), used_(axes_.size(), 1), now_(tasks.size()) {
    for (auto const side : tasks) tasks_.push_back(static_cast<std::uint64_t>(side));
    num_tasks_ = std::accumulate(tasks_.begin(), tasks_.end(), std::uint64_t{1}, std::multiplies{});
  }
  /// The digits of each side of the task grid; empty if the machine's sides cannot hold it.
  std::vector<Digits> run() {
    choose_side(tasks_.size(), 0);
    return best_;
  }

 private:
  static constexpr std::uint64_t most_steps =
      2'000'000;  // of the search; far more than any grid in use needs

  void choose_side(std::size_t after, std::uint64_t distance) {
    if (distance >= least_) return;
    if (after == 0) {
      least_ = distance;
      best_ = now_;
      return;
    }
    now_[after - 1].clear();
    choose_factor(after - 1, 0, tasks_[after - 1], distance);
  }
  void choose_factor(std::size_t dim, std::size_t axis, std::uint64_t left, std::uint64_t distance) {
    if (steps_++ > most_steps && !best_.empty()) return;
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
    std::ranges::stable_sort(now_[dim], {},
                             [&](Digit const& digit) { return axes_[digit.axis].distance(0, digit.stride); });
    choose_side(dim, distance + side_distance(dim));
    now_[dim] = unsorted;
  }
  /// The distances between neighbours along one side, added up over all tasks.
  std::uint64_t side_distance(std::size_t dim) {
    auto const side = tasks_[dim];
    std::uint64_t sum = 0;
    for (std::uint64_t x = 0; x < side; ++x) {
      here_.assign(axes_.size(), 0);
      there_.assign(axes_.size(), 0);
      visit_digits(now_[dim], x,
                   [&](Digit const& digit, auto value) { here_[digit.axis] += value * digit.stride; });
      visit_digits(now_[dim], (x + 1) % side,
                   [&](Digit const& digit, auto value) { there_[digit.axis] += value * digit.stride; });
      for (std::size_t a = 0; a < axes_.size(); ++a) sum += axes_[a].distance(here_[a], there_[a]);
    }
    return sum * (num_tasks_ / side);
  }

  std::vector<std::uint64_t> tasks_;
  std::vector<Axis> axes_;
  std::uint64_t num_tasks_ = 1, steps_ = 0, least_ = std::numeric_limits<std::uint64_t>::max();
  std::vector<std::uint64_t> used_, here_, there_;
  std::vector<Digits> now_, best_;
};

std::vector<Axis> axes_of(MappingContext const& context) {
  std::vector<Axis> axes;
  std::uint64_t routers = 1;
  for (auto const side : context.machine.sides) {
    axes.push_back({static_cast<std::uint64_t>(side), context.machine.wraps});
    routers *= static_cast<std::uint64_t>(side);
  }
  axes.push_back({.side = context.terminals / routers, .free = true});
  return axes;
}

/// The terminal at these coordinates.
std::uint64_t terminal_at(std::vector<std::uint64_t> const& at, std::vector<Axis> const& axes) {
  std::uint64_t rank = 0;
  for (std::size_t a = 0; a < axes.size(); ++a) rank = rank * axes[a].side + at[a];
  return rank;
}

}  // namespace

Placement GridEmbedding::place(MappingContext const& context) const {
  check_fits(context);
  if (context.machine.sides.empty())
    throw InputError("grid_embedding on a machine that is no grid",
                     "needs routers on a grid, all with terminals", "", "mapping");
  auto const axes = axes_of(context);
  auto const digits = Folding(context.sides, axes).run();
  if (digits.empty())
    throw InputError("grid_embedding of " + sides_text(context.sides) + " tasks",
                     "the sides have no factors that fit onto " + sides_text(context.machine.sides) +
                         " routers of " + std::to_string(axes.back().side) + " terminals",
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

}  // namespace weft
