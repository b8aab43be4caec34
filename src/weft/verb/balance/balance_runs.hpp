#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "weft/network/any_topology.hpp"
#include "weft/verb/balance/balance.hpp"

namespace weft::verb {

/// The latency with every parameter written out. Throws InputError at `latency`.
std::string resolved_latency(Balance::Params const& request);

/// What is known of a network before processors are simulated.
struct BalanceParts {
  Balance::Params const& request;
  TopologyFacts subject;
  std::vector<CapacityCondition> conditions;
  CapacityCondition condition;  ///< the one that decides
  slackness::Latency latency = {};
  std::uint32_t simulated = 0;             ///< processors
  std::uint64_t steps = 0;                 ///< simulated ones
  slackness::Limit limit = {};             ///< of the processors that are simulated
  std::vector<std::uint32_t> values = {};  ///< of s, ascending
};

/// Throws InputError, before anything is simulated, naming the part at fault.
BalanceParts measure_balance(Balance::Params const& request, AnyTopology const& topology, Progress& progress);

/// The machine with one slackness.
struct SlacknessRun {
  std::uint32_t virtual_processors = 0;
  slackness::Utilization measured;
  double formula = 0;
};
std::vector<SlacknessRun> run_slackness(BalanceParts const& parts, Progress& progress);

}  // namespace weft::verb
