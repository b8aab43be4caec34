// SPDX-License-Identifier: Apache-2.0
#include "weft/engine/flit/run.hpp"

#include <algorithm>

namespace weft::flit {

void copy_sent(Simulation const& simulation, Outcome& outcome) {
  outcome.sent = simulation.sent();
  outcome.deflections = simulation.deflections();
}

void copy_totals(FlitNetwork const& network, Simulation const& simulation, Outcome& outcome) {
  outcome.tally = simulation.tally();
  outcome.cycles = simulation.now();
  outcome.left = simulation.in_flight() + simulation.waiting();
  outcome.timeline = simulation.timeline();
  if (outcome.sent.empty()) copy_sent(simulation, outcome);
  outcome.flit_hops = network.sum_over_channels(outcome.sent);
  auto const terminal_cycles =
      static_cast<double>(network.num_terminals()) * static_cast<double>(outcome.measured);
  if (terminal_cycles > 0) outcome.accepted = static_cast<double>(outcome.tally.accepted) / terminal_cycles;
}

void copy_whole_run(FlitNetwork const& network, Simulation const& simulation, Outcome& outcome) {
  auto const last = simulation.tally().last_delivery;
  auto const end = outcome.ending == Ending::measured && last > 0 ? last : simulation.now();
  outcome.measured = end;
  copy_totals(network, simulation, outcome);
  outcome.cycles = end;
}

std::uint64_t expected_cycles(FlitParams const& params) {
  auto const cycles_or = [](std::int64_t cycles, std::uint64_t blocks) {
    return cycles > 0 ? static_cast<std::uint64_t>(cycles) : blocks * block_cycles;
  };
  return std::min(
      cycles_or(params.warm_up, min_warm_up_blocks) + cycles_or(params.cycles, min_measured_blocks),
      static_cast<std::uint64_t>(params.max_cycles));
}

std::uint64_t expected_blocks(std::uint64_t blocks, double excess) {
  constexpr double maximum = 1e12;
  auto const needed = std::min(static_cast<double>(blocks) * excess * excess, maximum);
  auto expected = min_measured_blocks;
  while (static_cast<double>(expected) < needed) expected = prolonged(expected);
  return expected;
}

}  // namespace weft::flit
