// The traffic of the links of a level tree between its terminals.

#include <algorithm>
#include <cmath>

#include "weft/core/bounds.hpp"
#include "weft/topology/shape/level_tree.hpp"

namespace weft {
namespace {

/// A tree of levels whose subtrees are alike: a level tree as seen from its leaves if every top of a subtree
/// is on the same side of a cut and every flow is spread evenly over all tops.
struct Subtrees {
  std::vector<std::uint64_t> leaves;  ///< of a subtree whose top is on level 0, 1, ..
  std::vector<double> up;             ///< bandwidth between it and the rest, in one direction

  std::uint32_t height() const { return static_cast<std::uint32_t>(up.size()); }
  std::uint64_t all() const { return leaves.back(); }

  /// The traffic that every leaf can send at once to a partner elsewhere: the tightest subtree decides.
  double per_leaf() const {
    double least = INFINITY;
    for (std::size_t k = 0; k < up.size(); ++k)
      if (leaves[k] < all()) least = std::min(least, up[k] / static_cast<double>(leaves[k]));
    return least;
  }
  /// The cheapest cut around a whole subtree: above it, or above all subtrees of a lower level.
  double around(std::uint32_t level) const {
    double least = INFINITY;
    for (std::uint32_t k = 0; k <= level; ++k)
      least = std::min(least, static_cast<double>(leaves[level] / leaves[k]) * up[k]);
    return least;
  }
  /// A cut around `chosen` leaves of a subtree with its top outside: whole subtrees, and one that is divided
  /// in turn.
  double around_part(std::uint32_t level, std::uint64_t chosen) const {
    if (chosen == 0) return 0;
    auto const below = level - 1;
    auto const whole = chosen / leaves[below], part = chosen % leaves[below];
    double cut = static_cast<double>(whole) * around(below);
    if (part > 0)
      cut += std::min(around_part(below, part), up[below] + around_part(below, leaves[below] - part));
    return cut;
  }
  /// The minimum cut between any `chosen` leaves and the others: over all numbers of leaves that each subtree
  /// may contribute.
  double minimum_cut(std::uint64_t chosen) const {
    std::vector<double> cut{0, INFINITY};  // of a subtree with 0, 1, .. chosen leaves and its top outside
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

/// Below: halves that send to each other. Above: whole subtrees. Small trees whose bounds differ are decided
/// by trying all numbers of leaves.
Bounds cut_between_halves(Subtrees const& subtrees) {
  constexpr double rounding = 1e-12;
  constexpr std::uint64_t most_tried = 4096;
  auto const half = subtrees.all() / 2;
  double const upper = std::min(subtrees.around_part(subtrees.height(), half),
                                subtrees.around_part(subtrees.height(), subtrees.all() - half));
  double const lower = static_cast<double>(half) * subtrees.per_leaf();
  if (upper <= lower * (1 + rounding)) return {2 * upper, 2 * upper, "closed form: whole subtrees"};
  if (subtrees.all() <= most_tried) {
    double const cut = subtrees.minimum_cut(half);
    return {2 * cut, 2 * cut, "all divisions of the leaves among subtrees"};
  }
  return {2 * lower, 2 * upper, "flow between halves; whole subtrees"};
}

}  // namespace

void LevelTree::know_capacity(KnownMetrics& known, std::vector<double> const& bandwidth) const {
  Subtrees subtrees{{1}, {}};
  for (std::uint32_t k = 0; k < height(); ++k) {
    auto const& stage = stages_[k];
    subtrees.up.push_back(static_cast<double>(stage.below.value() * stage.parents.value()) * bandwidth[k]);
    subtrees.leaves.push_back(subtrees.leaves.back() * stage.children.value());
  }
  if (subtrees.all() < 2) return;
  known.terminal_bisection = cut_between_halves(subtrees);
  auto const each = static_cast<double>(concentration_.value());
  double fullest = 0;
  for (std::uint32_t k = 0; k < height(); ++k) {
    auto const inside = static_cast<double>(subtrees.leaves[k]),
               outside = static_cast<double>(subtrees.all() - subtrees.leaves[k]);
    fullest = std::max(fullest, each * inside * each * outside / subtrees.up[k]);
  }
  known.uniform_load = exactly(fullest, "closed form");
}

}  // namespace weft
