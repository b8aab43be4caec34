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

}  // namespace weft
