#pragma once

#include <cmath>
#include <cstdint>

#include "weft/traffic/program/grid_neighbors.hpp"
#include "weft/traffic/program/rank_sequence.hpp"

namespace weft::traffic {

/// The exchange of ghost zones of a task whose block has `points` points along each dimension.
struct HaloPhase {
  Sides sides;
  double points = 1, ghost = 1, bytes_per_point = 8;
  bool periodic = true, corners = false;

  /// Adds it as a phase. A message has the direction in which it goes as its tag.
  void add(RankSequence& rank, std::uint32_t task) const {
    auto const dims = static_cast<double>(sides.size());
    auto const neighbors = neighbors_of(task, sides, periodic, corners);
    auto const bytes = [&](GridNeighbor const& it) {
      return bytes_per_point * std::pow(ghost, it.steps) * std::pow(points, dims - it.steps);
    };
    rank.next();
    for (auto const& it : neighbors)
      rank.add(Operation{
          .kind = OperationKind::receive, .peer = it.task, .tag = it.opposite, .amount = bytes(it)});
    for (auto const& it : neighbors)
      rank.add(
          Operation{.kind = OperationKind::send, .peer = it.task, .tag = it.direction, .amount = bytes(it)});
    rank.next();
  }
};

}  // namespace weft::traffic
