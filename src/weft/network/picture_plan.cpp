// SPDX-License-Identifier: Apache-2.0
#include "weft/network/picture_plan.hpp"

#include <algorithm>

#include "weft/graph/search.hpp"

namespace weft {
namespace {

template <class Position>
std::vector<std::uint32_t> map_routers(AnyTopology const& topology, Position position) {
  std::vector<std::uint32_t> positions(topology.num_routers());
  for (std::uint32_t r = 0; auto& level : positions)
    level = static_cast<std::uint32_t>(position(RouterId{r++}));
  return positions;
}

PicturePlan plan_by_copies(AnyTopology const& topology) {
  PicturePlan plan{.style = PictureStyle::groups};
  for (auto level = static_cast<std::uint32_t>(topology.copies().size()) - 1; level >= 1; --level)
    plan.parts.push_back(map_routers(topology, [&](RouterId r) { return topology.copy_of(r, level); }));
  if (plan.parts.empty())
    return {.style = PictureStyle::circle, .parts = {map_routers(topology, [](RouterId r) { return r.v; })}};
  return plan;
}

/// Arranges an indirect network by hops to the nearest terminal, if every link joins adjacent stages.
PicturePlan plan_by_stages(AnyTopology const& topology) {
  std::vector<Vertex> starts;
  for (std::uint32_t r = 0; r < topology.num_routers(); ++r)
    if (topology.terminals_at({r}).count > 0) starts.push_back(r);
  PicturePlan const free{.structured = false};
  if (starts.size() == topology.num_routers()) return free;
  auto const for_each_neighbor = [&](Vertex r, auto visit) {
    for (std::uint16_t p = 0, ports = topology.degree({r}); p < ports; ++p)
      visit(topology.neighbor({r}, {p}).router.v);
  };
  auto stage = breadth_first(topology.num_routers(), std::move(starts), for_each_neighbor).hops;
  bool joins_stages = true;
  for (std::uint32_t r = 0; r < stage.size() && joins_stages; ++r) {
    joins_stages = stage[r] != unreachable;
    for_each_neighbor(r, [&](Vertex next) { joins_stages = joins_stages && stage[next] != stage[r]; });
  }
  if (!joins_stages) return free;
  return {.style = PictureStyle::stages, .parts = {std::move(stage)}};
}

}  // namespace

PicturePlan picture_plan(AnyTopology const& topology) {
  if (auto const hint = topology.drawing())
    return {.style = hint->style, .sides = hint->sides, .parts = {map_routers(topology, hint->position)}};
  return topology.copies().empty() ? plan_by_stages(topology) : plan_by_copies(topology);
}

DrawingHint grid_drawing(CartesianShape const& shape, std::uint16_t first_degree) {
  DrawingHint hint{.style = PictureStyle::grid};
  for (std::uint32_t dim = 0; dim < shape.dims(); ++dim)
    if (shape.side(dim) > 1) hint.sides.push_back(shape.side(dim));
  bool const line = hint.sides.size() == 1 && first_degree == 1;
  if (hint.sides.size() <= 1 && !line) hint.style = PictureStyle::circle;
  return hint;
}

}  // namespace weft
