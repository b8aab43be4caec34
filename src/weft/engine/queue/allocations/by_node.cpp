// SPDX-License-Identifier: Apache-2.0
#include "weft/engine/queue/allocations/by_node.hpp"

#include <algorithm>
#include <numeric>
#include <span>
#include <utility>

#include "weft/core/random.hpp"
#include "weft/network/geometry/grid_geometry.hpp"
#include "weft/topology/shape/hilbert.hpp"

namespace weft::queue {
namespace {

class BoundFirstFree final : public Allocation {
 public:
  NodeList place(FreeNodes const& free, std::uint32_t count, std::uint64_t) const override {
    NodeList chosen;
    for (auto node = free.next(0); chosen.size() < count; node = free.next(node + 1)) chosen.push_back(node);
    return chosen;
  }
};

}  // namespace

AllocationPtr FirstFree::bind(AllocationContext const&) const { return std::make_shared<BoundFirstFree>(); }

namespace {

class BoundRandom final : public Allocation {
 public:
  BoundRandom(AllocationContext const& context, DrawnParts of) : seed_(context.seed), of_(of) {}

  NodeList place(FreeNodes const& free, std::uint32_t count, std::uint64_t draw) const override {
    Rng rng(seed_, Purpose::placement, draw);
    NodeList chosen;
    if (of_ == DrawnParts::nodes) {
      for (auto node = free.next(0); node < free.nodes().size(); node = free.next(node + 1))
        chosen.push_back(node);
      for (std::size_t i = 0; i < count; ++i) std::swap(chosen[i], chosen[i + rng.below(chosen.size() - i)]);
      chosen.resize(count);
      std::ranges::sort(chosen);
      return chosen;
    }
    auto parts = free_parts(free);
    for (std::size_t i = 0; chosen.size() < count; ++i) {
      std::swap(parts[i], parts[i + rng.below(parts.size() - i)]);
      for (auto const node : parts[i].nodes)
        if (chosen.size() < count) chosen.push_back(node);
    }
    std::ranges::sort(chosen);
    return chosen;
  }

 private:
  struct Part {
    std::uint32_t name;
    NodeList nodes;
  };
  std::uint32_t part_of(Nodes const& nodes, std::uint32_t node) const {
    return of_ == DrawnParts::routers ? nodes.router(node) : nodes.group(node);
  }
  /// Returns the parts (routers or groups) that have free nodes, sorted by index.
  std::vector<Part> free_parts(FreeNodes const& free) const {
    auto const& nodes = free.nodes();
    std::vector<std::pair<std::uint32_t, std::uint32_t>> all;
    for (auto node = free.next(0); node < nodes.size(); node = free.next(node + 1))
      all.emplace_back(part_of(nodes, node), node);
    std::ranges::sort(all);
    std::vector<Part> parts;
    for (auto const& [part, node] : all) {
      if (parts.empty() || parts.back().name != part) parts.push_back({part, {}});
      parts.back().nodes.push_back(node);
    }
    return parts;
  }

  std::uint64_t seed_;
  DrawnParts of_;
};

}  // namespace

AllocationPtr RandomNodes::bind(AllocationContext const& context) const {
  return std::make_shared<BoundRandom>(context, params_.unit);
}

namespace {

struct Run {
  std::size_t begin, length;
};

std::vector<Run> runs_of(FreeNodes const& free, std::span<std::uint32_t const> order) {
  std::vector<Run> runs;
  for (std::size_t begin = 0, end = 0; begin < order.size(); begin = end + 1) {
    for (end = begin; end < order.size() && free.is_free(order[end]);) ++end;
    if (end > begin) runs.push_back({begin, end - begin});
  }
  return runs;
}

/// Returns the first `count` nodes of the shortest sufficient run of free nodes that are consecutive in
/// `order`, the first run in case of a tie. If no run suffices and `several` is set, uses repeatedly the
/// longest run until one suffices for the rest, hence the minimum number of runs; otherwise returns an empty
/// list. The result is ascending.
NodeList place_in_runs(FreeNodes const& free, std::span<std::uint32_t const> order, std::uint32_t count,
                       bool several) {
  auto runs = runs_of(free, order);
  NodeList chosen;
  while (chosen.size() < count) {
    auto const rest = count - chosen.size();
    Run* best = nullptr;
    Run* longest = nullptr;
    for (auto& run : runs) {
      if (run.length >= rest && (best == nullptr || run.length < best->length)) best = &run;
      if (longest == nullptr || run.length > longest->length) longest = &run;
    }
    if (best == nullptr && !several) return {};
    auto& run = best != nullptr ? *best : *longest;
    auto const part = order.subspan(run.begin, std::min(run.length, rest));
    chosen.insert(chosen.end(), part.begin(), part.end());
    run.length = 0;
  }
  std::ranges::sort(chosen);
  return chosen;
}

class BoundConsecutive final : public Allocation {
 public:
  BoundConsecutive(Nodes const& nodes, bool several) : order_(nodes.size()), several_(several) {
    std::iota(order_.begin(), order_.end(), 0u);
  }
  NodeList place(FreeNodes const& free, std::uint32_t count, std::uint64_t) const override {
    return place_in_runs(free, order_, count, several_);
  }
  bool may_reject() const override { return !several_; }

 private:
  std::vector<std::uint32_t> order_;
  bool several_;
};

}  // namespace

AllocationPtr Consecutive::bind(AllocationContext const& context) const {
  return std::make_shared<BoundConsecutive>(*context.nodes, params_.fallback);
}

namespace {

/// Returns all nodes in the order of a Hilbert curve through the grid of routers.
std::vector<std::uint32_t> along_curve(Nodes const& nodes) {
  auto const& grid = *nodes.machine().grid();
  Sides sides;
  for (std::uint32_t dim = 0; dim < grid.dims(); ++dim) sides.push_back(grid.side(dim));
  auto const cell_of = [&](std::uint32_t router) {
    std::size_t cell = 0;
    for (std::uint32_t dim = 0; dim < grid.dims(); ++dim)
      cell = cell * grid.side(dim) + grid.coord(router, dim);
    return cell;
  };
  std::vector<std::vector<std::uint32_t>> in_cell(size_of(sides));
  for (std::uint32_t node = 0; node < nodes.size(); ++node)
    in_cell[cell_of(nodes.router(node))].push_back(node);
  std::vector<std::uint32_t> order;
  order.reserve(nodes.size());
  for (auto const cell : hilbert_order(sides))
    order.insert(order.end(), in_cell[cell].begin(), in_cell[cell].end());
  return order;
}

class BoundCurve final : public Allocation {
 public:
  BoundCurve(Nodes const& nodes, bool several) : order_(along_curve(nodes)), several_(several) {}
  NodeList place(FreeNodes const& free, std::uint32_t count, std::uint64_t) const override {
    return place_in_runs(free, order_, count, several_);
  }
  bool may_reject() const override { return !several_; }

 private:
  std::vector<std::uint32_t> order_;
  bool several_;
};

}  // namespace

std::string_view Curve::lacks(Nodes const& nodes) const {
  return nodes.machine().is_grid() ? "" : "a grid of routers";
}

AllocationPtr Curve::bind(AllocationContext const& context) const {
  return std::make_shared<BoundCurve>(*context.nodes, params_.fallback);
}

}  // namespace weft::queue
