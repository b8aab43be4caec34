#include "weft/collective/program/application_program.hpp"

#include <algorithm>
#include <numeric>
#include <vector>

#include "weft/collective/applications/catalog.hpp"
#include "weft/collective/program/round_steps.hpp"
#include "weft/core/interrupt.hpp"
#include "weft/traffic/program/rank_sequence.hpp"
#include "weft/traffic/program/task_memory.hpp"

namespace weft::collective {
namespace {

struct TaskPhases {
  std::vector<Phase> phases;
  std::uint32_t tasks;
};

TaskPhases phases_named(std::string const& text, TaskContext const& context) {
  return Applications::pick_params(
      parse_one("of", text, "algorithm"),
      [&]<class A>(std::type_identity<A>, typename A::Params const& params) {
        A const application(params);
        auto const sides = params.grid != Sides{0}
                               ? params.grid
                               : application.default_grid({context.num_tasks(), context.sides});
        application.check_grid(sides);
        TaskGrid const grid(sides, std::vector<bool>(sides.size(), true));
        std::vector<std::uint32_t> places(grid.size());
        std::iota(places.begin(), places.end(), 0U);
        return TaskPhases{application.phases(grid, places), grid.size()};
      },
      "algorithm");
}

/// Adds the messages of a phase.
void add_phase(traffic::RankSequence& rank, std::vector<RoundStep> const& steps, double bytes,
               double compute) {
  for (auto at = steps.begin(); at != steps.end();) {
    rank.next();
    auto const round = at->round;
    for (; at != steps.end() && at->round == round; ++at)
      rank.add(weft::Operation{.kind = at->sends ? OperationKind::send : OperationKind::receive,
                               .peer = at->peer,
                               .tag = round,
                               .amount = bytes * at->share});
    rank.compute(compute);
  }
}

}  // namespace

Program ApplicationProgram::make(Params const& params, TaskContext const& context) {
  auto const [phases, tasks] = phases_named(params.of, context);
  std::vector<RoundSteps> steps;
  double operations = 0;
  for (auto const& phase : phases) {
    auto const& program = phase.program;
    steps.emplace_back(RankRounds{program.rounds, 1, program.messages}, tasks);
    for (std::uint32_t task = 0; task < tasks; ++task)
      operations += static_cast<double>(steps.back().steps(task).size());
  }
  traffic::require_memory_of(tasks, operations / tasks * 2 * static_cast<double>(params.iterations), name);
  ProgramBuilder builder;
  for (std::uint32_t task = 0; task < tasks; ++task) {
    throw_if_interrupted();
    traffic::RankSequence rank(builder, task);
    for (std::int64_t iteration = 0; iteration < params.iterations; ++iteration)
      for (auto const& phase : steps) add_phase(rank, phase.steps(task), params.bytes, params.compute);
  }
  return std::move(builder).finish(tasks);
}

}  // namespace weft::collective
