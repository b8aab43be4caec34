#include "weft/engine/flit/outcome.hpp"

namespace weft::flit {

void take_sent(Simulation const& simulation, Outcome& outcome) {
  outcome.sent = simulation.sent();
  outcome.deflections = simulation.deflections();
}

void take_totals(FlitNetwork const& network, Simulation const& simulation, Outcome& outcome) {
  outcome.tally = simulation.tally();
  outcome.cycles = simulation.now();
  outcome.left = simulation.in_flight() + simulation.waiting();
  outcome.timeline = simulation.timeline();
  if (outcome.sent.empty()) take_sent(simulation, outcome);
  outcome.flit_hops = network.sum_over_channels(outcome.sent);
  auto const terminal_cycles =
      static_cast<double>(network.num_terminals()) * static_cast<double>(outcome.measured);
  if (terminal_cycles > 0) outcome.accepted = static_cast<double>(outcome.tally.accepted) / terminal_cycles;
}

void take_whole_run(FlitNetwork const& network, Simulation const& simulation, Outcome& outcome) {
  auto const last = simulation.tally().last_delivery;
  auto const end = outcome.ending == Ending::measured && last > 0 ? last : simulation.now();
  outcome.measured = end;
  take_totals(network, simulation, outcome);
  outcome.cycles = end;
}

}  // namespace weft::flit
