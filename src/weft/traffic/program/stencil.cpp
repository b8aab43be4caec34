#include "weft/traffic/program/stencil.hpp"

#include <cmath>

#include "weft/core/interrupt.hpp"
#include "weft/traffic/program/halo_phase.hpp"
#include "weft/traffic/program/task_memory.hpp"

namespace weft::traffic {

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

}  // namespace weft::traffic
