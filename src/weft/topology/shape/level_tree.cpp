// SPDX-License-Identifier: Apache-2.0
#include "weft/topology/shape/level_tree.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "weft/core/bounds.hpp"

namespace weft {
namespace {

/// Returns eigenvalue number `index` (0: the smallest) of a symmetric tridiagonal positive semidefinite
/// matrix with the given diagonal and squared off-diagonal entries, by bisection on Sturm counts (G. H. Golub
/// and C. F. Van Loan, Matrix Computations, 8.4).
inline double eigenvalue(std::vector<double> const& diagonal, std::vector<double> const& squares,
                         std::uint32_t index) {
  double high = 0;
  for (std::size_t i = 0; i < diagonal.size(); ++i) {
    double const left = i > 0 ? std::sqrt(squares[i - 1]) : 0;
    double const right = i < squares.size() ? std::sqrt(squares[i]) : 0;
    high = std::fmax(high, diagonal[i] + left + right);
  }
  auto const below = [&](double x) {  // the number of eigenvalues less than x
    std::uint32_t count = 0;
    double pivot = 1;
    for (std::size_t i = 0; i < diagonal.size(); ++i) {
      pivot = diagonal[i] - x - (i > 0 ? squares[i - 1] / pivot : 0);
      if (pivot == 0) pivot = -1e-300;
      count += pivot < 0;
    }
    return count;
  };
  double low = 0;
  for (int step = 0; step < 200 && low < high; ++step) {
    double const middle = low + (high - low) / 2;
    if (middle == low || middle == high) break;
    (below(middle) > index ? high : low) = middle;
  }
  return high;
}

using Counts = std::vector<std::uint64_t>;

}  // namespace

LevelTree::LevelTree(Sides const& children, Sides const& parents, std::int64_t concentration)
    : concentration_(static_cast<std::uint64_t>(concentration)) {
  std::uint64_t below = 1, size = 1;
  for (auto const count : children) size *= static_cast<std::uint64_t>(count);
  first_ = {0, size};
  for (std::size_t k = 0; k < children.size(); ++k) {
    auto const down = static_cast<std::uint64_t>(children[k]), up = static_cast<std::uint64_t>(parents[k]);
    stages_.push_back({Divisor{down}, Divisor{up}, Divisor{below}});
    below *= up;
    size = size / down * up;
    first_.push_back(first_.back() + size);
  }
}

void LevelTree::check_shape(Sides const& children, Sides const& parents, std::int64_t concentration) {
  double size = 1, max_ports = 0;
  for (auto const count : children) size *= static_cast<double>(count);
  double const leaves = size;
  double vertices = size;
  for (std::size_t k = 0; k < children.size(); ++k) {
    size *= static_cast<double>(parents[k]) / static_cast<double>(children[k]);
    vertices += size;
    auto const up = k + 1 < parents.size() ? parents[k + 1] : 0;
    max_ports = std::max({max_ports, static_cast<double>(children[k] + up), static_cast<double>(parents[k])});
  }
  if (vertices > 0x1p32) throw InputError{"the tree has more than 2^32 vertices", "router ids have 32 bits"};
  if (leaves * static_cast<double>(concentration) > 0x1p32)
    throw InputError{"the tree has more than 2^32 terminals", "terminal ids have 32 bits"};
  if (max_ports > 65535)
    throw InputError{"a vertex of the tree has more than 65535 ports", "port ids have 16 bits"};
}

std::uint32_t LevelTree::distance(RouterId a, RouterId b) const {
  if (a > b) std::swap(a, b);
  auto const low = level_of(a), high = level_of(b);
  auto const index_a = static_cast<std::uint32_t>(a.v - first_[low]);
  auto const index_b = static_cast<std::uint32_t>(b.v - first_[high]);
  Divisor const one{1};
  auto const& lower_a = low < height() ? stages_[low].below : one;
  auto const& lower_b = high < height() ? stages_[high].below : one;
  auto upper_a = low < height() ? lower_a.quotient(index_a) : 0;
  auto upper_b = high < height() ? lower_b.quotient(index_b) : 0;
  auto top = low;
  for (; top < high; ++top) upper_a = stages_[top].children.quotient(upper_a);
  for (; upper_a != upper_b; ++top) {
    upper_a = stages_[top].children.quotient(upper_a);
    upper_b = stages_[top].children.quotient(upper_b);
  }
  auto below_a = low < height() ? lower_a.remainder(index_a) : index_a;
  auto below_b = low < height() ? lower_a.remainder(index_b) : index_b;
  auto bottom = low;
  for (std::uint32_t k = 0; k < low; ++k) {
    auto const& digit = stages_[k].parents;
    if (digit.remainder(below_a) != digit.remainder(below_b)) {
      bottom = k;
      break;
    }
    below_a = digit.quotient(below_a);
    below_b = digit.quotient(below_b);
  }
  return high - low + 2 * (top - high) + 2 * (low - bottom);
}

/// Counts ordered pairs of a vertex of level `low` and a vertex of level `high` >= low, by distance: climbing
/// equalizes the digits above both levels, descending the digits below both; the digits between them are
/// free.
Counts LevelTree::pairs_between(std::uint32_t low, std::uint32_t high) const {
  std::uint64_t between = 1;
  for (auto k = low; k < high; ++k) between *= stages_[k].children.value() * stages_[k].parents.value();
  Counts climbs(height() - high + 1, 0), falls(low + 1, 0);
  std::uint64_t above = 1, below = 1;
  for (auto k = high; k < height(); ++k) above *= stages_[k].children.value();
  for (std::uint32_t k = 0; k < low; ++k) below *= stages_[k].parents.value();
  std::uint64_t equal = above, free = 1;
  climbs[0] = above;
  for (auto k = high; k < height(); ++k) {
    auto const c = stages_[k].children.value();
    equal /= c;
    climbs[k - high + 1] = equal * c * (c - 1) * free * free;
    free *= c;
  }
  equal = below;
  free = 1;
  falls[0] = below;
  for (auto k = low; k-- > 0;) {
    auto const w = stages_[k].parents.value();
    equal /= w;
    falls[low - k] = equal * w * (w - 1) * free * free;
    free *= w;
  }
  Counts counts(2 * height() + 1, 0);
  for (std::size_t up = 0; up < climbs.size(); ++up)
    for (std::size_t down = 0; down < falls.size(); ++down)
      counts[high - low + 2 * (up + down)] += between * climbs[up] * falls[down];
  return counts;
}

std::uint32_t LevelTree::girth() const {
  std::uint32_t best = 0, last_choice = height();
  for (std::uint32_t k = 0; k < height(); ++k) {
    if (stages_[k].parents.value() > 1) last_choice = k;
    if (stages_[k].children.value() > 1 && last_choice <= k)
      if (auto const cycle = 4 * (k - last_choice + 1); best == 0 || cycle < best) best = cycle;
  }
  return best;
}

double LevelTree::algebraic_connectivity() const {
  double min = std::numeric_limits<double>::infinity();
  for (std::uint32_t low = 0; low <= height(); ++low) {
    if (low > 0 && parents(low - 1) < 2) continue;
    std::vector<double> diagonal, squares;
    for (auto high = low; high <= height(); ++high) {
      diagonal.push_back(children(high) + parents(high));
      if (high > low) squares.push_back(static_cast<double>(children(high)) * parents(high - 1));
      bool const whole = low == 0 && high == height();
      if (high == height() || children(high + 1) > 1)
        min = std::min(min, eigenvalue(diagonal, squares, whole ? 1 : 0));
    }
  }
  return min;
}

std::uint32_t LevelTree::diameter() const {
  std::uint32_t max = 0;
  for (std::uint32_t low = 0; low <= height(); ++low)
    for (auto high = low; high <= height(); ++high) {
      auto const counts = pairs_between(low, high);
      for (std::uint32_t d = max + 1; d < counts.size(); ++d)
        if (counts[d] > 0) max = d;
    }
  return max;
}

KnownMetrics LevelTree::known() const {
  KnownMetrics known;
  Counts pairs(2 * height() + 1, 0);
  std::uint32_t min = 65535, max = 0;
  std::uint64_t links = 0;
  for (std::uint32_t low = 0; low <= height(); ++low) {
    auto const degree = children(low) + parents(low);
    min = std::min(min, degree);
    max = std::max(max, degree);
    links += level_size(low) * parents(low);
    for (auto high = low; high <= height(); ++high) {
      auto const counts = pairs_between(low, high);
      for (std::size_t d = 1; d < pairs.size(); ++d) pairs[d] += (low == high ? 1 : 2) * counts[d];
    }
  }
  known.links = links;
  known.loops = known.parallel = 0;
  known.degree_min = min;
  known.degree_max = max;
  known.diameter = diameter();
  known.pairs_at_distance.assign(pairs.begin() + 1, pairs.begin() + 1 + *known.diameter);
  known.terminal_pairs_at_distance = pairs_between(0, 0);
  auto const each = concentration_.value();
  for (auto& count : known.terminal_pairs_at_distance) count *= each * each;
  known.terminal_pairs_at_distance[0] = level_size(0) * each * (each - 1);
  while (known.terminal_pairs_at_distance.size() > 1 && known.terminal_pairs_at_distance.back() == 0)
    known.terminal_pairs_at_distance.pop_back();
  set_capacity_metrics(known, std::vector<double>(height(), 1.0));
  known.girth = girth();
  if (num_routers() > 1) {
    known.algebraic_connectivity = algebraic_connectivity();
    if (min == 1) known.edge_connectivity = 1;
  }
  return known;
}

}  // namespace weft

// The traffic between terminals on the links of a level tree.
namespace weft {
namespace {

/// A tree of levels with equivalent subtrees: a level tree as seen from its leaves if all tops of a subtree
/// are on the same side of a cut and every flow is spread evenly over all tops.
struct Subtrees {
  std::vector<std::uint64_t> leaves;  ///< leaves of a subtree with its top on level 0, 1, ..
  std::vector<double> up;             ///< bandwidth between the subtree and the rest, in one direction

  std::uint32_t height() const { return static_cast<std::uint32_t>(up.size()); }
  std::uint64_t all() const { return leaves.back(); }

  /// Returns the traffic that every leaf can send simultaneously to a partner elsewhere: the minimum over
  /// subtrees.
  double per_leaf() const {
    double min = INFINITY;
    for (std::size_t k = 0; k < up.size(); ++k)
      if (leaves[k] < all()) min = std::min(min, up[k] / static_cast<double>(leaves[k]));
    return min;
  }
  /// Returns the minimum cut around a whole subtree with its top on `level`: above it, or above all of its
  /// subtrees of a lower level.
  double around(std::uint32_t level) const {
    double min = INFINITY;
    for (std::uint32_t k = 0; k <= level; ++k)
      min = std::min(min, static_cast<double>(leaves[level] / leaves[k]) * up[k]);
    return min;
  }
  /// Returns the cut around `chosen` leaves of a subtree, with its top on the other side: whole subtrees of
  /// the next lower level, and one that is divided recursively.
  double around_part(std::uint32_t level, std::uint64_t chosen) const {
    if (chosen == 0) return 0;
    auto const below = level - 1;
    auto const whole = chosen / leaves[below], part = chosen % leaves[below];
    double cut = static_cast<double>(whole) * around(below);
    if (part > 0)
      cut += std::min(around_part(below, part), up[below] + around_part(below, leaves[below] - part));
    return cut;
  }
  /// Returns the minimum cut between any `chosen` leaves and the others, over all numbers of leaves that each
  /// subtree can contribute.
  double minimum_cut(std::uint64_t chosen) const {
    // Cuts around 0, 1, .. chosen leaves of a subtree, with its top on the other side
    std::vector<double> cut{0, INFINITY};
    for (std::uint32_t level = 0; level < height(); ++level) {
      auto const n = cut.size() - 1;
      std::vector<double> child(n + 1);
      for (std::size_t t = 0; t <= n; ++t) child[t] = std::min(cut[t], cut[n - t] + up[level]);
      auto const children = leaves[level + 1] / leaves[level];
      cut = {0};
      for (std::uint64_t i = 0; i < children; ++i) {
        std::vector<double> sum(cut.size() + n, INFINITY);
        for (std::size_t a = 0; a < cut.size(); ++a)
          for (std::size_t b = 0; b <= n; ++b) sum[a + b] = std::min(sum[a + b], cut[a] + child[b]);
        cut = std::move(sum);
      }
    }
    return std::min(cut[chosen], cut[cut.size() - 1 - chosen]);
  }
};

/// Returns bounds on the terminal bisection. Lower bound: halves that send to each other. Upper bound: whole
/// subtrees. For small trees with different bounds, tries all numbers of leaves per subtree.
Bounds cut_between_halves(Subtrees const& subtrees) {
  constexpr double rounding = 1e-12;
  constexpr std::uint64_t max_tried = 4096;
  auto const half = subtrees.all() / 2;
  double const upper = std::min(subtrees.around_part(subtrees.height(), half),
                                subtrees.around_part(subtrees.height(), subtrees.all() - half));
  double const lower = static_cast<double>(half) * subtrees.per_leaf();
  if (upper <= lower * (1 + rounding)) return {2 * upper, 2 * upper, "closed form: whole subtrees"};
  if (subtrees.all() <= max_tried) {
    double const cut = subtrees.minimum_cut(half);
    return {2 * cut, 2 * cut, "all divisions of the leaves among subtrees"};
  }
  return {2 * lower, 2 * upper, "flow between halves; whole subtrees"};
}

}  // namespace

void LevelTree::set_capacity_metrics(KnownMetrics& known, std::vector<double> const& bandwidth) const {
  Subtrees subtrees{{1}, {}};
  for (std::uint32_t k = 0; k < height(); ++k) {
    auto const& stage = stages_[k];
    subtrees.up.push_back(static_cast<double>(stage.below.value() * stage.parents.value()) * bandwidth[k]);
    subtrees.leaves.push_back(subtrees.leaves.back() * stage.children.value());
  }
  if (subtrees.all() < 2) return;
  known.terminal_bisection = cut_between_halves(subtrees);
  auto const each = static_cast<double>(concentration_.value());
  double max_load = 0;
  for (std::uint32_t k = 0; k < height(); ++k) {
    auto const inside = static_cast<double>(subtrees.leaves[k]),
               outside = static_cast<double>(subtrees.all() - subtrees.leaves[k]);
    max_load = std::max(max_load, each * inside * each * outside / subtrees.up[k]);
  }
  known.uniform_load = exactly(max_load, "closed form");
}

}  // namespace weft
