// SPDX-License-Identifier: Apache-2.0
#include "weft/analysis/universality/universal_tree.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <map>
#include <string>
#include <tuple>
#include <utility>

#include "weft/analysis/universality/channel_tree.hpp"
#include "weft/core/error.hpp"
#include "weft/core/interrupt.hpp"
#include "weft/network/geometry/level_geometry.hpp"

namespace weft {
namespace {

constexpr std::uint32_t unnumbered = ~std::uint32_t{0};

/// The vertices and the capacities between neighbors, before a root is chosen.
struct WireBundles {
  struct End {
    std::uint32_t to;
    double capacity;
  };
  std::vector<std::vector<End>> ends;  ///< ends of each vertex, one per neighbor

  double capacity(std::uint32_t from, std::uint32_t to) const {
    auto const it = std::ranges::lower_bound(ends[from], to, {}, &End::to);
    return it == ends[from].end() || it->to != to ? 0 : it->capacity;
  }
};

/// Returns the vertex of each router: in trees with levels, one vertex per level and range of leaves below;
/// otherwise one vertex per router.
std::vector<std::uint32_t> vertices_of(Machine const& machine, Network const& network) {
  std::vector<std::uint32_t> vertex;
  auto const& levels = machine.levels();
  std::map<std::tuple<std::uint32_t, std::uint32_t, std::uint32_t>, std::uint32_t> known;
  for (std::uint32_t r = 0; r < network.num_routers(); ++r) {
    if (!levels) {
      vertex.push_back(r);
      continue;
    }
    auto const [first, count] = levels->leaves_below(r);
    auto const number = static_cast<std::uint32_t>(known.size());
    vertex.push_back(known.try_emplace({levels->level(r), first, count}, number).first->second);
  }
  return vertex;
}

WireBundles bundles_of(Network const& network, std::vector<std::uint32_t> const& vertex, double capacity) {
  WireBundles bundles;
  bundles.ends.resize(vertex.empty() ? 0 : *std::ranges::max_element(vertex) + std::size_t{1});
  InterruptCheck check;
  for (std::uint32_t r = 0; r < network.num_routers(); ++r)
    for (std::uint16_t p = 0; p < network.degree({r}); ++p) {
      check();
      auto const c = network.channel({r}, PortId{p});
      auto const to = vertex[network.target(c).v];
      if (!network.channel_failed(c) && to != vertex[r])
        bundles.ends[vertex[r]].push_back({to, capacity * network.bandwidth(c)});
    }
  for (auto& ends : bundles.ends) {
    std::ranges::sort(ends, {}, &WireBundles::End::to);
    std::size_t kept = 0;
    for (std::size_t i = 0; i < ends.size(); ++i)
      if (kept > 0 && ends[kept - 1].to == ends[i].to)
        ends[kept - 1].capacity += ends[i].capacity;
      else
        ends[kept++] = ends[i];
    ends.resize(kept);
  }
  return bundles;
}

/// Builds the tree from a given root.
class Rooted {
 public:
  Rooted(WireBundles const& bundles, std::uint32_t root, std::string const& name)
      : bundles_(bundles), name_(name), number_(bundles.ends.size(), unnumbered) {
    number_[root] = tree_.add(0, 0, 0);
    grow(root);
    for (std::uint32_t v = 0; v < number_.size(); ++v)
      if (number_[v] == unnumbered) {
        number_[v] = tree_.add(0, 0, 0);
        grow(v);
      }
  }
  ChannelTree& tree() { return tree_; }
  /// Returns the index of each vertex in the tree.
  std::vector<std::uint32_t> const& number() const { return number_; }

 private:
  void grow(std::uint32_t from) {
    std::vector<std::uint32_t> order{from};
    for (std::size_t i = 0; i < order.size(); ++i) {
      auto const v = order[i];
      for (auto const& [to, capacity] : bundles_.ends[v]) {
        auto const back = bundles_.capacity(to, v);
        if (back == 0) reject("a link is unidirectional");
        if (number_[to] == unnumbered) {
          order.push_back(to);
          number_[to] = tree_.add(number_[v], back, capacity);
        } else if (number_[to] != tree_.parent[number_[v]]) {
          reject("links form a cycle, even with parallel links merged");
        }
      }
    }
  }
  [[noreturn]] void reject(std::string const& why) const {
    throw InputError(name_ + " is not a tree", why,
                     "use a tree such as leiserson_fat_tree, xgft or kary_ntree, or tree=universal", "tree");
  }

  WireBundles const& bundles_;
  std::string name_;
  ChannelTree tree_;
  std::vector<std::uint32_t> number_;
};

/// Returns the centroid of a tree.
std::uint32_t middle(ChannelTree const& tree) {
  Centroids const centroids(tree);
  std::uint32_t v = 0;
  while (centroids.level(v) > 0) ++v;
  return v;
}

/// Returns the vertex of the first router on the highest level.
std::uint32_t top(Machine const& machine, std::vector<std::uint32_t> const& vertex) {
  std::uint32_t highest = 0;
  for (std::uint32_t r = 0; r < vertex.size(); ++r)
    if (machine.levels()->level(r) > machine.levels()->level(highest)) highest = r;
  return vertex[highest];
}

}  // namespace

NetworkTree tree_of(Machine const& machine, double capacity) {
  auto const& network = *machine.network();
  auto const vertex = vertices_of(machine, network);
  auto const bundles = bundles_of(network, vertex, capacity);
  NetworkTree result;
  if (bundles.ends.empty()) return result;
  auto root = machine.levels() ? top(machine, vertex) : 0;
  if (!machine.levels()) {
    Rooted any(bundles, 0, machine.spec());
    root = static_cast<std::uint32_t>(std::ranges::find(any.number(), middle(any.tree())) -
                                      any.number().begin());
  }
  Rooted rooted(bundles, root, machine.spec());
  auto const& number = rooted.number();
  result.tree = std::move(rooted.tree());
  result.routers.assign(result.tree.size(), 0);
  result.first.resize(result.tree.size());
  for (std::uint32_t r = 0; r < vertex.size(); ++r) {
    auto const v = number[vertex[r]];
    result.vertex_of.push_back(v);
    if (result.routers[v]++ == 0) result.first[v] = {r};
  }
  return result;
}

std::vector<std::uint32_t> heights(ChannelTree const& tree) {
  std::vector<std::uint32_t> height(tree.size(), 0);
  for (auto v = tree.size(); v-- > 1;)
    height[tree.parent[v]] = std::max(height[tree.parent[v]], height[v] + 1);
  return height;
}

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

using Position = std::array<std::int32_t, 3>;

/// Cuts boxes into halves. Records the surface of every box, indexed by its height and by the box among the
/// boxes of that height.
class Cutter {
 public:
  Cutter(std::span<Position const> positions, std::uint32_t height)
      : positions_(positions), surfaces_(height + std::size_t{1}) {
    routers_.resize(positions.size());
    for (std::uint32_t r = 0; r < routers_.size(); ++r) routers_[r] = r;
    leaf_.resize(positions.size());
    for (std::uint32_t j = 0; j <= height; ++j) surfaces_[j].resize(std::size_t{1} << (height - j));
    cut(routers_, height, 0);
  }
  std::vector<std::uint32_t>& leaves() { return leaf_; }
  std::vector<std::vector<double>> const& surfaces() const { return surfaces_; }

 private:
  struct Extent {
    Position low, sides;
  };
  Extent extent(std::span<std::uint32_t const> routers) const {
    auto low = positions_[routers[0]], high = low;
    for (auto const r : routers)
      for (std::size_t axis = 0; axis < 3; ++axis) {
        low[axis] = std::min(low[axis], positions_[r][axis]);
        high[axis] = std::max(high[axis], positions_[r][axis]);
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
      return std::pair{positions_[a][axis], a} < std::pair{positions_[b][axis], b};
    };
    std::nth_element(routers.begin(), routers.begin() + static_cast<std::ptrdiff_t>(half), routers.end(),
                     order);
    cut(routers.first(half), height - 1, 2 * index);
    cut(routers.subspan(half), height - 1, 2 * index + 1);
  }

  std::span<Position const> positions_;
  std::vector<std::uint32_t> routers_, leaf_;
  std::vector<std::vector<double>> surfaces_;
};

}  // namespace

Decomposition decompose(std::span<Position const> positions,
                        std::span<std::pair<std::uint32_t, std::uint32_t> const> channels,
                        Progress& progress) {
  Decomposition decomposition;
  decomposition.height = static_cast<std::uint32_t>(std::bit_width(positions.size() - 1));
  progress.start("cutting the layout into halves", decomposition.height, "heights");
  Cutter cutter{positions, decomposition.height};
  auto const& leaf = cutter.leaves();
  double scale = 1;  // square of the minimum scale at which every surface accommodates its channels
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
  auto low = positions[0], high = low;
  for (auto const& position : positions)
    for (std::size_t axis = 0; axis < 3; ++axis) {
      low[axis] = std::min(low[axis], position[axis]);
      high[axis] = std::max(high[axis], position[axis]);
    }
  for (std::size_t axis = 0; axis < 3; ++axis)
    decomposition.sides[axis] = (high[axis] - low[axis] + 1) * std::sqrt(scale);
  decomposition.leaf = std::move(cutter.leaves());
  return decomposition;
}

}  // namespace weft
