#include "weft/traffic/program/fft.hpp"

#include <cmath>
#include <vector>

#include "weft/core/interrupt.hpp"
#include "weft/traffic/program/grid_neighbors.hpp"
#include "weft/traffic/program/rank_sequence.hpp"
#include "weft/traffic/program/task_memory.hpp"

namespace weft::traffic {
namespace {

/// The groups of the rows and of the columns of a grid, by row and by column.
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

}  // namespace weft::traffic
