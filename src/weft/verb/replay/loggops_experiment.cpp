// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "weft/core/number.hpp"
#include "weft/core/stopwatch.hpp"
#include "weft/engine/replay/loggops.hpp"
#include "weft/experiment/assemble.hpp"
#include "weft/experiment/setup.hpp"
#include "weft/io/program/goal.hpp"
#include "weft/verb/replay/engine.hpp"
#include "weft/verb/replay/jobs.hpp"
#include "weft/verb/replay/tables.hpp"
#include "weft/workload/call_algorithms.hpp"

namespace weft::verb {
namespace {

std::int64_t whole(char const* name, double value) {
  if (value != std::round(value) || value > 9e15)
    throw InputError(fmt::format("{}={}", name, format_number(value)),
                     "must be a whole number: LogGOPS counts ns and bytes", "", "costs");
  return static_cast<std::int64_t>(value);
}

class LogGopsExperiment final : public Experiment {
 public:
  explicit LogGopsExperiment(Replay::Params const& params)
      : Experiment(Replay::name), params_(params), topology_(make_topology(params.topology)) {
    Replay::Params const defaults;
    for (auto const& [name, given] :
         {std::pair{"routing", params.routing != defaults.routing},
          std::pair{"mapping", params.mapping != defaults.mapping},
          std::pair{"engine", params.engine != defaults.engine},
          std::pair{"layout", params.layout != defaults.layout}, std::pair{"job", !params.jobs.empty()},
          std::pair{"ranks_per_terminal", params.ranks_per_terminal != defaults.ranks_per_terminal},
          std::pair{"ranks_per_node", params.ranks_per_node != defaults.ranks_per_node},
          std::pair{"skip_critical_path", params.skip_critical_path},
          std::pair{"failed_links", params.failures.links > 0},
          std::pair{"failed_routers", params.failures.routers > 0},
          std::pair{"fail", !params.failures.fail.empty()}})
      if (given)
        throw InputError(fmt::format("{} conflicts with network=loggops", name),
                         "all pairs of ranks have the same latency", fmt::format("omit {}", name), name);
    auto const costs = read_costs(params.costs);
    if (costs.handshake != 0 || costs.compute != 1 || costs.buffered != replay::RankCosts{}.buffered ||
        costs.memory != 0)
      throw InputError("buffered, handshake, compute and memory conflict with network=loggops",
                       "LogGOPS has no such costs", "omit them, or use network=topology", "costs");
    model_ = {whole("L", costs.L), whole("o", costs.o), whole("g", costs.g),
              whole("G", costs.G), whole("O", costs.O), whole("eager", costs.eager)};
    auto named = program_of(params, *topology_, Machine(topology_));
    if (named.program.num_ranks() > topology_->num_terminals())
      throw InputError(fmt::format("{} does not fit", named.text()),
                       fmt::format("the network has {} terminals", topology_->num_terminals()),
                       "choose a larger network", "program");
    program_ = std::move(named.program);
    algorithms_ = std::move(named.algorithms);
    std::vector<Setting> settings{{"topology", topology_->spec(true)},
                                  {"program", named.resolved},
                                  {"contents of program", fmt::format("{:016x}", program_.digest())},
                                  {"network", "loggops"},
                                  {"costs", resolved_costs(costs)},
                                  {"collective", resolved_collective(read_collective(params.collective))}};
    if (params.require_end) settings.push_back({"require_end", "true"});
    resolve(std::move(settings), params.seed);
  }

  Estimate estimate() const override {
    auto const operations = static_cast<double>(program_.num_operations());
    return short_run.and_then({operations * 60, operations * 0.3e-6, 1});
  }
  bool meets_requirement(Result const& result) const override {
    return meets_end_requirement(params_, result);
  }

 private:
  void execute(Result& result, Progress& progress) override {
    if (!params_.write.empty()) write_goal(params_.write, program_);
    Stopwatch const watch;
    auto const outcome = replay::run_loggops(program_, model_, progress);
    result.timings.push_back({"replay", watch.seconds()});
    add_loggops_tables(program_, outcome, result);
    std::string conditions;
    if (!algorithms_.empty()) {
      result.tables.push_back(call_algorithms_table(algorithms_));
      conditions = format_call_algorithms(result.tables.back());
    }
    result.answer = answer_of(program_, outcome, conditions);
  }

  Replay::Params params_;
  TopologyPtr topology_;
  replay::LogGops model_;
  Program program_;
  std::vector<collective::CallAlgorithm> algorithms_;  ///< algorithms of the collective calls of the program
};

}  // namespace

ExperimentPtr loggops_experiment(Replay::Params const& params) {
  return std::make_unique<LogGopsExperiment>(params);
}

}  // namespace weft::verb
