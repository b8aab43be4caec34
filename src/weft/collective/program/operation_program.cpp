#include "weft/collective/program/operation_program.hpp"

#include "weft/core/interrupt.hpp"
#include "weft/traffic/program/rank_sequence.hpp"
#include "weft/traffic/program/task_memory.hpp"

namespace weft::collective {

Program OperationProgram::make(Params const& params, TaskContext const& context) {
  auto const tasks = static_cast<std::uint32_t>(context.num_tasks());
  traffic::require_memory_of(tasks, 2 * static_cast<double>(params.iterations), name);
  ProgramBuilder builder;
  for (std::uint32_t task = 0; task < tasks; ++task) {
    throw_if_interrupted();
    traffic::RankSequence rank(builder, task);
    for (std::int64_t iteration = 0; iteration < params.iterations; ++iteration) {
      if (params.compute > 0) rank.compute(params.compute);
      rank.call({.kind = call_kind(params.of), .bytes = params.bytes});
    }
  }
  return std::move(builder).finish(tasks);
}

}  // namespace weft::collective
