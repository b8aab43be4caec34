#include "weft/traffic/program/conjugate_gradient.hpp"

#include <cmath>

#include "weft/core/interrupt.hpp"
#include "weft/traffic/program/halo_phase.hpp"
#include "weft/traffic/program/task_memory.hpp"

namespace weft::traffic {

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

}  // namespace weft::traffic
