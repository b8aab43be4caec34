#include "weft/analysis/universality/universal_tree.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

namespace weft {

LevelCapacities growing_capacities(std::uint32_t height, double growth) {
  LevelCapacities capacities;
  for (std::uint32_t j = 0; j < height; ++j) capacities.push_back(std::pow(growth, j));
  return capacities;
}

LevelCapacities universal_capacities(std::uint32_t height, double root) {
  LevelCapacities capacities;
  for (std::uint32_t j = 0; j < height; ++j)
    capacities.push_back(std::max(1.0, std::min(std::exp2(j), root * std::exp2(-2.0 / 3 * (height - j)))));
  return capacities;
}

ChannelTree binary_tree(LevelCapacities const& capacities) {
  ChannelTree tree;
  auto const height = static_cast<std::uint32_t>(capacities.size());
  tree.add(0, 0, 0);
  for (std::uint32_t v = 1; v < leaf_vertex(height + 1, 0); ++v) {
    auto const depth = static_cast<std::uint32_t>(std::bit_width(v + 1)) - 1;
    tree.add((v - 1) / 2, capacities[height - depth], capacities[height - depth]);
  }
  return tree;
}

double universal_volume(std::uint32_t height, double root) {
  return std::pow(root * std::max(1.0, height - std::log2(root)), 1.5);
}

double universal_root(std::uint32_t height, double volume) {
  double low = std::exp2(2.0 / 3 * height), high = std::exp2(height);
  for (int step = 0; step < 100; ++step) {
    double const middle = (low + high) / 2;
    (universal_volume(height, middle) < volume ? low : high) = middle;
  }
  return high;
}

namespace {

using Place = std::array<std::int32_t, 3>;

/// Cuts boxes in halves; remembers for each height the surface of every box, by its index among those of the
/// height.
class Cutter {
 public:
  Cutter(std::span<Place const> places, std::uint32_t height)
      : places_(places), surfaces_(height + std::size_t{1}) {
    routers_.resize(places.size());
    for (std::uint32_t r = 0; r < routers_.size(); ++r) routers_[r] = r;
    leaf_.resize(places.size());
    for (std::uint32_t j = 0; j <= height; ++j) surfaces_[j].resize(std::size_t{1} << (height - j));
    cut(routers_, height, 0);
  }
  std::vector<std::uint32_t>& leaves() { return leaf_; }
  std::vector<std::vector<double>> const& surfaces() const { return surfaces_; }

 private:
  struct Extent {
    Place low, sides;
  };
  Extent extent(std::span<std::uint32_t const> routers) const {
    auto low = places_[routers[0]], high = low;
    for (auto const r : routers)
      for (std::size_t axis = 0; axis < 3; ++axis) {
        low[axis] = std::min(low[axis], places_[r][axis]);
        high[axis] = std::max(high[axis], places_[r][axis]);
      }
    return {low, {high[0] - low[0] + 1, high[1] - low[1] + 1, high[2] - low[2] + 1}};
  }

  void cut(std::span<std::uint32_t> routers, std::uint32_t height, std::uint32_t index) {
    if (routers.empty()) return;
    auto const sides = extent(routers).sides;
    surfaces_[height][index] =
        2.0 * (static_cast<double>(sides[0]) * sides[1] + static_cast<double>(sides[1]) * sides[2] +
               static_cast<double>(sides[2]) * sides[0]);
    if (height == 0) {
      leaf_[routers[0]] = index;
      return;
    }
    auto const axis = static_cast<std::size_t>(std::ranges::max_element(sides) - sides.begin());
    auto const half = (routers.size() + 1) / 2;
    auto const order = [&](std::uint32_t a, std::uint32_t b) {
      return std::pair{places_[a][axis], a} < std::pair{places_[b][axis], b};
    };
    std::nth_element(routers.begin(), routers.begin() + static_cast<std::ptrdiff_t>(half), routers.end(),
                     order);
    cut(routers.first(half), height - 1, 2 * index);
    cut(routers.subspan(half), height - 1, 2 * index + 1);
  }

  std::span<Place const> places_;
  std::vector<std::uint32_t> routers_, leaf_;
  std::vector<std::vector<double>> surfaces_;
};

}  // namespace

Decomposition decompose(std::span<Place const> places,
                        std::span<std::pair<std::uint32_t, std::uint32_t> const> channels,
                        Progress& progress) {
  Decomposition decomposition;
  decomposition.height = static_cast<std::uint32_t>(std::bit_width(places.size() - 1));
  progress.start("cutting the layout into halves", decomposition.height, "heights");
  Cutter cutter{places, decomposition.height};
  auto const& leaf = cutter.leaves();
  double scale = 1;  // square of the minimum scale at which all surfaces let their channels pass
  for (std::uint32_t j = 0; j < decomposition.height; ++j) {
    progress.advance();
    std::vector<std::uint64_t> leaving(cutter.surfaces()[j].size(), 0);
    for (auto const& [from, to] : channels)
      if (auto const a = leaf[from] >> j, b = leaf[to] >> j; a != b) {
        ++leaving[a];
        ++leaving[b];
      }
    for (std::size_t i = 0; i < leaving.size(); ++i)
      if (leaving[i] > 0) scale = std::max(scale, static_cast<double>(leaving[i]) / cutter.surfaces()[j][i]);
  }
  auto low = places[0], high = low;
  for (auto const& place : places)
    for (std::size_t axis = 0; axis < 3; ++axis) {
      low[axis] = std::min(low[axis], place[axis]);
      high[axis] = std::max(high[axis], place[axis]);
    }
  for (std::size_t axis = 0; axis < 3; ++axis)
    decomposition.sides[axis] = (high[axis] - low[axis] + 1) * std::sqrt(scale);
  decomposition.leaf = std::move(cutter.leaves());
  return decomposition;
}

}  // namespace weft
