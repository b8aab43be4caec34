// SPDX-License-Identifier: Apache-2.0
#include "weft/traffic/program/generators.hpp"

#include <cmath>
#include <cstdint>
#include <vector>

#include "weft/core/interrupt.hpp"
#include "weft/traffic/program/rank_sequence.hpp"

namespace weft::traffic {

std::vector<GridNeighbor> neighbors_of(std::uint32_t task, Sides const& sides, bool periodic, bool corners) {
  std::vector<std::int64_t> at(sides.size());
  std::uint64_t rest = task;
  for (auto dim = sides.size(); dim-- > 0;) {
    at[dim] = static_cast<std::int64_t>(rest % static_cast<std::uint64_t>(sides[dim]));
    rest /= static_cast<std::uint64_t>(sides[dim]);
  }
  std::uint32_t directions = 1;
  for (std::size_t dim = 0; dim < sides.size(); ++dim) directions *= 3;
  std::vector<GridNeighbor> found;
  for (std::uint32_t direction = 0; direction < directions; ++direction) {
    GridNeighbor neighbor{.direction = direction, .opposite = directions - 1 - direction};
    auto digits = direction;
    std::int64_t stride = 1, index = 0;
    bool inside = true;
    for (auto dim = sides.size(); dim-- > 0; digits /= 3) {
      auto const step = static_cast<std::int64_t>(digits % 3) - 1;
      auto to = at[dim] + step;
      if (step != 0) ++neighbor.steps;
      if (periodic) to = (to + sides[dim]) % sides[dim];
      inside = inside && to >= 0 && to < sides[dim] && (step == 0 || sides[dim] > 1);
      index += to * stride;
      stride *= sides[dim];
    }
    if (!inside || neighbor.steps == 0 || (neighbor.steps > 1 && !corners)) continue;
    neighbor.task = static_cast<std::uint32_t>(index);
    found.push_back(neighbor);
  }
  return found;
}

Sides plane_of(Sides const& sides) {
  if (sides.size() == 2) return sides;
  auto const tasks = static_cast<std::int64_t>(size_of(sides));
  auto rows = static_cast<std::int64_t>(std::sqrt(static_cast<double>(tasks)));
  while (rows * rows > tasks || tasks % rows != 0) --rows;
  return {rows, tasks / rows};
}

namespace {

/// Ghost-zone exchange of a task with a block of `points` points along each dimension.
struct HaloPhase {
  Sides sides;
  double points = 1, ghost = 1, bytes_per_point = 8;
  bool periodic = true, corners = false;

  /// Adds the exchange as a phase. The tag of each message is its direction.
  void add(RankSequence& rank, std::uint32_t task) const {
    auto const dims = static_cast<double>(sides.size());
    auto const neighbors = neighbors_of(task, sides, periodic, corners);
    auto const bytes = [&](GridNeighbor const& neighbor) {
      return bytes_per_point * std::pow(ghost, neighbor.steps) * std::pow(points, dims - neighbor.steps);
    };
    rank.next();
    for (auto const& neighbor : neighbors)
      rank.add(Operation{.kind = OperationKind::receive,
                         .peer = neighbor.task,
                         .tag = neighbor.opposite,
                         .amount = bytes(neighbor)});
    for (auto const& neighbor : neighbors)
      rank.add(Operation{.kind = OperationKind::send,
                         .peer = neighbor.task,
                         .tag = neighbor.direction,
                         .amount = bytes(neighbor)});
    rank.next();
  }
};

}  // namespace

Program Stencil::make(Params const& params, TaskContext const& context) {
  auto const tasks = static_cast<std::uint32_t>(context.num_tasks());
  auto const dims = static_cast<double>(context.sides.size());
  auto const points = static_cast<double>(params.points);
  auto const neighbors = params.corners ? std::pow(3, dims) - 1 : 2 * dims;
  require_memory_of(tasks, static_cast<double>(params.iterations) * (2 * neighbors + 3), "stencil");
  HaloPhase const halo{.sides = context.sides,
                       .points = points,
                       .ghost = static_cast<double>(params.ghost),
                       .bytes_per_point = 8 * static_cast<double>(params.variables),
                       .periodic = params.periodic,
                       .corners = params.corners};
  auto const ns = 1e9 * params.flops * std::pow(points, dims) / params.speed;
  ProgramBuilder builder;
  for (std::uint32_t task = 0; task < tasks; ++task) {
    throw_if_interrupted();
    RankSequence rank(builder, task);
    for (std::int64_t iteration = 1; iteration <= params.iterations; ++iteration) {
      rank.compute(ns);
      halo.add(rank, task);
      if (params.reduce > 0 && iteration % params.reduce == 0)
        rank.call({.kind = CallKind::allreduce, .bytes = 8});
    }
  }
  return std::move(builder).finish(tasks);
}

Program ConjugateGradient::make(Params const& params, TaskContext const& context) {
  auto const tasks = static_cast<std::uint32_t>(context.num_tasks());
  auto const dims = static_cast<double>(context.sides.size());
  auto const points = static_cast<double>(params.points);
  require_memory_of(tasks, static_cast<double>(params.iterations) * (4 * dims + 6), name);
  HaloPhase const halo{.sides = context.sides, .points = points, .periodic = params.periodic};
  auto const ns = [&](double flops) { return 1e9 * flops * std::pow(points, dims) / params.speed; };
  CollectiveCall const sum{.kind = CallKind::allreduce, .bytes = 8};
  ProgramBuilder builder;
  for (std::uint32_t task = 0; task < tasks; ++task) {
    throw_if_interrupted();
    RankSequence rank(builder, task);
    for (std::int64_t iteration = 0; iteration < params.iterations; ++iteration) {
      halo.add(rank, task);
      rank.compute(ns(2 * (2 * dims + 1) + 2));  // q = A p and p q
      rank.call(sum);
      rank.compute(ns(6));  // x += a p, r -= a q and r r
      rank.call(sum);
      rank.compute(ns(2));  // p = r + b p
    }
  }
  return std::move(builder).finish(tasks);
}

namespace {

/// The groups of the tasks in each row and in each column of a grid.
struct Lines {
  std::vector<std::uint32_t> rows, columns;

  Lines(ProgramBuilder& builder, std::uint32_t num_rows, std::uint32_t num_columns) {
    for (std::uint32_t row = 0; row < num_rows; ++row) {
      std::vector<std::uint32_t> members;
      for (std::uint32_t column = 0; column < num_columns; ++column)
        members.push_back(row * num_columns + column);
      rows.push_back(builder.add_group(std::move(members)));
    }
    for (std::uint32_t column = 0; column < num_columns; ++column) {
      std::vector<std::uint32_t> members;
      for (std::uint32_t row = 0; row < num_rows; ++row) members.push_back(row * num_columns + column);
      columns.push_back(builder.add_group(std::move(members)));
    }
  }
};

}  // namespace

Program Fft::make(Params const& params, TaskContext const& context) {
  auto const tasks = static_cast<std::uint32_t>(context.num_tasks());
  auto const plane = plane_of(context.sides);
  auto const p = static_cast<std::uint32_t>(plane[0]), q = static_cast<std::uint32_t>(plane[1]);
  require_memory_of(tasks, static_cast<double>(params.iterations) * 5, name);
  auto const points = std::pow(static_cast<double>(params.points), 3);
  auto const ns = 1e9 * 5 * points * std::log2(points) / 3 / tasks / params.speed;
  auto const bytes = 16 * points / tasks;
  ProgramBuilder builder;
  Lines const lines(builder, p, q);
  for (std::uint32_t task = 0; task < tasks; ++task) {
    throw_if_interrupted();
    RankSequence rank(builder, task);
    for (std::int64_t iteration = 0; iteration < params.iterations; ++iteration) {
      rank.compute(ns);
      rank.call({.kind = CallKind::all_to_all, .group = lines.rows[task / q], .bytes = bytes / q});
      rank.compute(ns);
      rank.call({.kind = CallKind::all_to_all, .group = lines.columns[task % q], .bytes = bytes / p});
      rank.compute(ns);
    }
  }
  return std::move(builder).finish(tasks);
}

namespace {

/// A task of a two-dimensional grid, with its neighbors in the directions of a wavefront.
struct PlaneTask {
  std::uint32_t rows, columns, row, column;

  /// Adds receives from the preceding tasks, or sends to the subsequent tasks.
  void exchange(RankSequence& rank, bool down, bool right, OperationKind kind, std::uint32_t tag,
                double bytes) const {
    bool const sends = kind == OperationKind::send;
    rank.next();
    if (auto const lower = down == sends; lower ? row + 1 < rows : row > 0)
      rank.add(Operation{
          .kind = kind, .peer = at(lower ? row + 1 : row - 1, column), .tag = tag, .amount = bytes});
    if (auto const righter = right == sends; righter ? column + 1 < columns : column > 0)
      rank.add(Operation{
          .kind = kind, .peer = at(row, righter ? column + 1 : column - 1), .tag = tag, .amount = bytes});
    rank.next();
  }
  std::uint32_t at(std::uint32_t r, std::uint32_t c) const { return r * columns + c; }
};

}  // namespace

Program Sweep::make(Params const& params, TaskContext const& context) {
  auto const tasks = static_cast<std::uint32_t>(context.num_tasks());
  auto const plane = plane_of(context.sides);
  auto const rows = static_cast<std::uint32_t>(plane[0]), columns = static_cast<std::uint32_t>(plane[1]);
  auto const blocks = static_cast<std::uint32_t>((params.planes + params.block - 1) / params.block);
  require_memory_of(tasks, static_cast<double>(params.iterations) * 4 * blocks * 5, name);
  auto const points = static_cast<double>(params.points), angles = static_cast<double>(params.angles);
  auto const planes_of = [&](std::uint32_t block) {
    return static_cast<double>(std::min(params.block, params.planes - block * params.block));
  };
  ProgramBuilder builder;
  for (std::uint32_t task = 0; task < tasks; ++task) {
    throw_if_interrupted();
    PlaneTask const cell{rows, columns, task / columns, task % columns};
    RankSequence rank(builder, task);
    for (std::int64_t iteration = 0; iteration < params.iterations; ++iteration)
      for (std::uint32_t corner = 0; corner < 4; ++corner)
        for (std::uint32_t block = 0; block < blocks; ++block) {
          bool const down = corner < 2, right = corner % 2 == 0;
          auto const bytes = 8 * points * planes_of(block) * angles;
          cell.exchange(rank, down, right, OperationKind::receive, corner, bytes);
          rank.compute(1e9 * params.flops * points * points * planes_of(block) * angles / params.speed);
          cell.exchange(rank, down, right, OperationKind::send, corner, bytes);
        }
  }
  return std::move(builder).finish(tasks);
}

}  // namespace weft::traffic
