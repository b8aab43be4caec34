// SPDX-License-Identifier: Apache-2.0
#include "weft/engine/rounds/allgather/flood_paths.hpp"

#include <algorithm>
#include <array>
#include <vector>

#include "weft/core/error.hpp"
#include "weft/core/parallel.hpp"
#include "weft/engine/rounds/allgather/allgather_flood.hpp"

namespace weft::rounds {
namespace {

/// Sums and maxima over the paths of the messages of some sources.
struct Walked {
  double paths = 0, sum_hops = 0, sum_meters = 0;
  FloodPaths maximum;

  void add(double hops, double meters, HopTime const& model) {
    ++paths;
    sum_hops += hops;
    sum_meters += meters;
    maximum.hops.max = std::max(maximum.hops.max, hops);
    maximum.meters.max = std::max(maximum.meters.max, meters);
    maximum.time.max = std::max(maximum.time.max, model.alpha_ns * hops + model.beta_ns_per_meter * meters);
  }
  void add(Walked const& other) {
    paths += other.paths;
    sum_hops += other.sum_hops;
    sum_meters += other.sum_meters;
    for (auto const part : {&FloodPaths::hops, &FloodPaths::meters, &FloodPaths::time})
      (maximum.*part).max = std::max((maximum.*part).max, (other.maximum.*part).max);
    maximum.longest_cable = std::max(maximum.longest_cable, other.maximum.longest_cable);
  }
};

FloodPaths with_means(FloodPaths paths, double mean_hops, double mean_meters, HopTime const& model) {
  paths.hops.mean = mean_hops;
  paths.meters.mean = mean_meters;
  paths.time.mean = model.alpha_ns * mean_hops + model.beta_ns_per_meter * mean_meters;
  return paths;
}

/// Tracer of messages along their trees, one source router after the other.
class TreeWalk {
 public:
  TreeWalk(Flood const& flood, std::function<bool(std::uint32_t)> const& receives, Layout const& layout,
           HopTime const& model, Walked& walked)
      : flood_(flood), receives_(receives), layout_(layout), model_(model), walked_(walked) {}

  void walk(std::uint32_t source) {
    sends_.clear();
    flood_.start(source, sends_);
    if (sends_.empty()) return;
    auto const token = sends_.front().token;  // the messages of a router's other terminals use the same paths
    for (auto const& send : sends_)
      if (send.token == token) cross(source, send, 0, 0);
    while (!reached_.empty()) {
      auto const at = reached_.back();
      reached_.pop_back();
      sends_.clear();
      flood_.forward(at.node, at.arrived, sends_);
      for (auto const& send : sends_) cross(at.node, send, at.hops, at.meters);
    }
  }

 private:
  struct Reached {
    std::uint32_t node;
    FloodSend arrived;
    double hops, meters;
  };

  void cross(std::uint32_t from, FloodSend const& send, double hops, double meters) {
    auto const to = flood_.targets(send.channel).front().node;
    auto const cable = layout_.length(RouterId{from}, RouterId{to});
    walked_.maximum.longest_cable = std::max(walked_.maximum.longest_cable, cable);
    reached_.push_back({to, send, hops + 1, meters + cable});
    if (receives_(to)) walked_.add(hops + 1, meters + cable, model_);
  }

  Flood const& flood_;
  std::function<bool(std::uint32_t)> const& receives_;
  Layout const& layout_;
  HopTime const& model_;
  Walked& walked_;
  std::vector<FloodSend> sends_;
  std::vector<Reached> reached_;
};

/// Costs of the cables around a ring or along a line, as prefix sums of first and second order, so that the
/// cost of a path, and the total cost of all paths of a source in one direction, are differences.
class LineCosts {
 public:
  /// `cable(c)` returns the cost of the cable from coordinate c to the next coordinate.
  template <class Cable>
  LineCosts(std::uint32_t side, bool wraps, Cable cable) : side_(side), wraps_(wraps) {
    auto const cables = wraps ? 2 * std::size_t{side} : side - std::size_t{1};
    to_.push_back(0);
    for (std::size_t c = 0; c < cables; ++c)
      to_.push_back(to_.back() + cable(static_cast<std::uint32_t>(c % side)));
    for (auto const cost : to_) sum_to_.push_back((sum_to_.empty() ? 0 : sum_to_.back()) + cost);
  }
  /// path() returns the cost of the path of `hops` hops; paths(), the total cost of the paths of 1, 2, ..,
  /// `hops` hops.
  double path(std::uint32_t from, bool plus, std::uint32_t hops) const {
    auto const at = start(from, plus);
    return plus ? to_[at + hops] - to_[at] : to_[at] - to_[at - hops];
  }
  double paths(std::uint32_t from, bool plus, std::uint32_t hops) const {
    if (hops == 0) return 0;
    auto const at = start(from, plus);
    if (plus) return sum_to_[at + hops] - sum_to_[at] - hops * to_[at];
    return hops * to_[at] - (sum_to_[at - 1] - (at > hops ? sum_to_[at - hops - 1] : 0));
  }

 private:
  std::size_t start(std::uint32_t from, bool plus) const {
    return from + (wraps_ && !plus ? std::size_t{side_} : 0);
  }

  std::uint32_t side_;
  bool wraps_;
  std::vector<double> to_, sum_to_;
};

/// Costs of the longest paths on a grid, indexed by the parity of the sum of the source's coordinates along
/// the dimensions with ties so far, and by the tie bit of the source.
struct LongestPaths {
  std::array<std::array<double, 2>, 2> by_sum_and_bit{};

  /// Adds a dimension. longest[odd][bit]: cost of its longest path from a coordinate of parity `odd` if the
  /// source has tie bit `bit`.
  void extend(std::array<std::array<double, 2>, 2> const& longest, bool ties) {
    auto const before = by_sum_and_bit;
    for (std::size_t bit = 0; bit < 2; ++bit)
      for (std::size_t odd = 0; odd < 2; ++odd)
        by_sum_and_bit[odd][bit] =
            ties ? std::max(before[odd][bit] + longest[0][bit], before[1 - odd][bit] + longest[1][bit])
                 : before[odd][bit] + std::max(longest[0][bit], longest[1][bit]);
  }
};

/// Mean and maximum of a cost over all paths on a grid.
class GridPaths {
 public:
  explicit GridPaths(Grid const& grid) : grid_(grid), reach_(grid) {
    auto& start = longest_.by_sum_and_bit;  // initially the sum is even
    for (auto& odd : start[1]) odd = -1e300;
  }

  /// Adds the paths along all dimensions. `cable(dim, c)` returns the cost of the cable along `dim` from
  /// coordinate c to the next coordinate.
  template <class Cable>
  void add(Cable cable) {
    for (std::uint32_t dim = 0; dim < reach_.dims(); ++dim)
      add(dim, LineCosts{grid_.shape().side(dim), grid_.wraps(dim),
                         [&](std::uint32_t c) { return cable(dim, c); }});
  }
  double mean() const {
    auto const n = static_cast<double>(grid_.num_routers());
    return mean_ * n / (n - 1);
  }
  double max() const {
    auto const& best = longest_.by_sum_and_bit;
    return reach_.any_ties() ? std::max(best[0][0], best[1][1]) : best[0][0];
  }

 private:
  void add(std::uint32_t dim, LineCosts const& costs) {
    std::uint32_t const side = grid_.shape().side(dim);
    bool const ties = reach_.has_ties(dim);
    std::array<std::array<double, 2>, 2> longest{{{-1e300, -1e300}, {-1e300, -1e300}}};
    double sum = 0;
    for (std::uint32_t from = 0; from < side; ++from)
      for (std::uint32_t bit = 0; bit < 2; ++bit) {
        double sum_here = 0, longest_here = 0;
        for (bool const plus : {false, true}) {
          if (reach_.is_pair(dim) && !plus && from == 0) continue;
          if (reach_.is_pair(dim) && plus && from == 1) continue;
          auto const hops = reach_.is_pair(dim) ? 1 : reach_.hops(dim, plus, from, bit == 1);
          sum_here += costs.paths(from, plus, hops);
          longest_here = std::max(longest_here, costs.path(from, plus, hops));
        }
        sum += sum_here * share(dim, from, bit);
        auto& best = longest[ties ? from % 2 : 0][bit];
        best = std::max(best, longest_here);
      }
    if (!ties) longest[1] = longest[0];
    longest_.extend(longest, ties);
    mean_ += sum / (static_cast<double>(side) * side);
  }

  /// Returns the fraction of the sources at coordinate `from` of dimension `dim` that have tie bit `bit`:
  /// half if another dimension has ties.
  double share(std::uint32_t dim, std::uint32_t from, std::uint32_t bit) const {
    for (std::uint32_t other = 0; other < reach_.dims(); ++other)
      if (other != dim && reach_.has_ties(other)) return 0.5;
    return (reach_.has_ties(dim) ? from % 2 : 0) == bit ? 1 : 0;
  }

  Grid const& grid_;
  GridReach const reach_;
  double mean_ = 0;
  LongestPaths longest_;
};

}  // namespace

FloodPaths walk_paths(Flood const& flood, std::function<bool(std::uint32_t)> const& receives,
                      Layout const& layout, HopTime const& model) {
  std::vector<Walked> parts(num_threads());
  parallel_chunks(flood.num_nodes(), 64, [&](std::size_t begin, std::size_t end, unsigned worker) {
    TreeWalk walk(flood, receives, layout, model, parts[worker]);
    for (auto source = begin; source < end; ++source) walk.walk(static_cast<std::uint32_t>(source));
  });
  Walked all;
  for (auto const& part : parts) all.add(part);
  if (all.paths == 0) return {};
  return with_means(all.maximum, all.sum_hops / all.paths, all.sum_meters / all.paths, model);
}

FloodPaths flood_paths(Grid const& grid, Layout const& layout, HopTime const& model) {
  FloodPaths paths;
  if (grid.num_routers() < 2) return paths;
  auto const meters = [&](std::uint32_t dim, std::uint32_t c) {
    auto const next = c + 1 < grid.shape().side(dim) ? c + 1 : 0;
    auto const cable = layout.meters_between(layout.offset(dim, c), layout.offset(dim, next));
    paths.longest_cable = std::max(paths.longest_cable, cable);
    return cable;
  };
  GridPaths by_hops(grid), by_meters(grid), by_time(grid);
  by_hops.add([](auto, auto) { return 1.0; });
  by_meters.add(meters);
  by_time.add([&](std::uint32_t dim, std::uint32_t c) {
    return model.alpha_ns + model.beta_ns_per_meter * meters(dim, c);
  });
  paths.hops.max = by_hops.max();
  paths.meters.max = by_meters.max();
  paths.time.max = by_time.max();
  return with_means(paths, by_hops.mean(), by_meters.mean(), model);
}

}  // namespace weft::rounds
