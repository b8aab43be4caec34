#include "weft/traffic/program/sweep.hpp"

#include "weft/core/interrupt.hpp"
#include "weft/traffic/program/grid_neighbors.hpp"
#include "weft/traffic/program/rank_sequence.hpp"
#include "weft/traffic/program/task_memory.hpp"

namespace weft::traffic {
namespace {

/// A task of a plane and those next to it in the directions of a wavefront.
struct PlaneTask {
  std::uint32_t rows, columns, row, column;

  /// Adds receives from the tasks before it, or sends to those after it.
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
    PlaneTask const place{rows, columns, task / columns, task % columns};
    RankSequence rank(builder, task);
    for (std::int64_t iteration = 0; iteration < params.iterations; ++iteration)
      for (std::uint32_t corner = 0; corner < 4; ++corner)
        for (std::uint32_t block = 0; block < blocks; ++block) {
          bool const down = corner < 2, right = corner % 2 == 0;
          auto const bytes = 8 * points * planes_of(block) * angles;
          place.exchange(rank, down, right, OperationKind::receive, corner, bytes);
          rank.compute(1e9 * params.flops * points * points * planes_of(block) * angles / params.speed);
          place.exchange(rank, down, right, OperationKind::send, corner, bytes);
        }
  }
  return std::move(builder).finish(tasks);
}

}  // namespace weft::traffic
