// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <iterator>
#include <optional>

#include "weft/core/stopwatch.hpp"
#include "weft/experiment/link_times.hpp"
#include "weft/verb/engines.hpp"
#include "weft/verb/simulate/flit/timed_tables.hpp"
#include "weft/verb/simulate/simulate.hpp"
#include "weft/workload/flit/assembly.hpp"
#include "weft/workload/flit/over_time_tables.hpp"
#include "weft/workload/flit/tables.hpp"

namespace weft::verb {
namespace {

/// Returns the events in the measured cycles.
NetworkActivity activity_of(FlitAssembly const& setting, flit::FlitNetwork const& machine,
                            flit::Outcome const& outcome) {
  NetworkActivity sum{.cycles = static_cast<std::uint64_t>(outcome.measured)};
  auto const& network = *setting.network;
  auto const layout = setting.topology->layout(setting.layout);
  for (std::uint32_t r = 0; r < machine.num_routers(); ++r) {
    if (network.router_failed({r})) continue;
    for (std::uint32_t p = 0; p < machine.outputs(r); ++p) {
      auto const flits = outcome.sent[machine.first_out(r) + p];
      sum.switched += flits;
      if (p >= machine.channels(r)) {
        sum.ejected += flits;
        ++sum.ports;
        continue;
      }
      auto const c = network.channel({r}, PortId{static_cast<std::uint16_t>(p)});
      sum.ports += network.channel_failed(c) ? 0 : 1;
      sum.crossings += flits;
      if (flits > 0 && setting.energy->meter_energy > 0)
        sum.meters += static_cast<double>(flits) * layout.length({r}, network.target(c));
    }
  }
  auto const& tally = outcome.tally;
  sum.flits_per_packet = static_cast<double>(tally.measured_flits) /
                         static_cast<double>(std::max<std::uint64_t>(tally.measured_started, 1));
  return sum;
}

class FlitExperiment final : public Experiment {
 public:
  FlitExperiment(Scenario const& scenario, GivenFlitParams const& params) : Experiment(Simulate::name) {
    Stopwatch const watch;
    assembly_ = assemble_flit(scenario, params, RateSource::engine);
    seconds_ = watch.seconds();
    lists_channels_ = scenario.details == ChannelDetails::channels;
    auto settings = assembly_.resolved(scenario);
    if (lists_channels_) settings.push_back({"details", "channels"});
    resolve(std::move(settings), scenario.seed);
  }

  Estimate estimate() const override {
    return short_run.and_then(estimate_setup(assembly_)).and_then(estimate_run(assembly_, assembly_.params));
  }

 private:
  void execute(Result& result, Progress& progress) override {
    Stopwatch const set_up;
    auto const machine = make_machine(assembly_);
    check_over_time(machine, assembly_.params);
    auto const traffic = assembly_.traffic(progress);
    result.timings.push_back({"set up", seconds_ + set_up.seconds()});
    if (assembly_.params.injection == flit::Injection::timed)
      run_timed(machine, *traffic, result, progress);
    else
      run(machine, *traffic, result, progress);
    assembly_.workload.add_tables(result);
    add_note(assembly_.routing_note, result);
  }

  void run(flit::FlitNetwork const& machine, Traffic const& traffic, Result& result, Progress& progress) {
    Stopwatch const watch;
    if (assembly_.params.injection != flit::Injection::batch) expect_cycles(assembly_, machine, 1, progress);
    auto const outcome = assembly_.run(machine, traffic, assembly_.params, progress);
    result.timings.push_back({"simulate", watch.seconds()});
    result.answer = weft::answer_of(assembly_.params, outcome);
    add_packet_tables(machine, outcome, result);
  }

  void run_timed(flit::FlitNetwork const& machine, Traffic const& traffic, Result& result,
                 Progress& progress) {
    Stopwatch const watch;
    DeliveryStatistics experience(traffic.timed(), assembly_.params.deliveries);
    auto const outcome = flit::run_timed(
        machine, *assembly_.bound, traffic.timed(), assembly_.params, assembly_.seed,
        [&](flit::TimedDelivery const& delivery) { experience.add(delivery); }, progress);
    result.timings.push_back({"simulate", watch.seconds()});
    result.answer = answer_of(assembly_.params, outcome, experience);
    add_timed_tables(outcome, experience, flit::PacketFormat(assembly_.params), result);
    add_packet_tables(machine, outcome.packets, result);
    add_rate_note(*assembly_.topology, assembly_.params.bandwidth, result);
  }

  /// Adds the tables of packet statistics.
  void add_packet_tables(flit::FlitNetwork const& machine, flit::Outcome const& outcome, Result& result) {
    add_tables(assembly_, machine, outcome, result);
    RatedOutcome const run{assembly_.params.rate, &outcome};
    result.notes = notes_of(assembly_, machine);
    std::ranges::move(notes_of(std::span(&run, 1)), std::back_inserter(result.notes));
    result.tables.push_back(work_table(assembly_, machine, outcome));
    add_channel_use(assembly_, machine, outcome, lists_channels_, result);
    add_latency_by_hops(outcome, result);
    if (assembly_.energy && outcome.measured > 0)
      result.tables.push_back(energy_table(activity_of(assembly_, machine, outcome), *assembly_.energy));
    add_over_time(assembly_, machine, outcome.timeline, lists_channels_, result);
  }

  FlitAssembly assembly_;
  double seconds_ = 0;
  bool lists_channels_ = false;
};

}  // namespace

ExperimentPtr FlitEngine::assemble(Scenario const& scenario, Params const& params) {
  return std::make_unique<FlitExperiment>(scenario, params);
}

}  // namespace weft::verb
