// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "support/machine_of.hpp"
#include "weft/collective/any_algorithm.hpp"
#include "weft/engine/schedule/execute.hpp"

namespace weft {

/// One rank on each terminal of a topology.
struct RanksOn : collective::Ranks {
  template <Topology T>
  explicit RanksOn(T const& topology) : Ranks(machine_of(topology)) {}
};

/// The outcome of the execution of a plan, and the number of blocks of a message.
struct PlanExecution : schedule::Execution {
  std::uint32_t blocks_per_message = 1;
};

/// Plans a task and executes it. The algorithm is a spec such as `ring` or `binomial:embedding=slots`.
inline PlanExecution execute_plan(collective::Ranks const& ranks, std::string const& algorithm,
                                  collective::Task const& task) {
  auto const it = collective::make_algorithm(Spec::parse(algorithm));
  it->check(ranks, task);
  auto const plan = it->plan(ranks, task);
  return {schedule::execute(ranks.network(), *plan.schedule, {.sends = task.sends}), plan.blocks_per_message};
}

}  // namespace weft
