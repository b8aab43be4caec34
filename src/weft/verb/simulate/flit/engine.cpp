#include <algorithm>
#include <iterator>
#include <optional>

#include "weft/core/stopwatch.hpp"
#include "weft/experiment/link_times.hpp"
#include "weft/verb/engines.hpp"
#include "weft/verb/simulate/flit/energy.hpp"
#include "weft/verb/simulate/flit/timed_tables.hpp"
#include "weft/verb/simulate/simulate.hpp"
#include "weft/workload/flit/assembly.hpp"
#include "weft/workload/flit/over_time_tables.hpp"
#include "weft/workload/flit/tables.hpp"

namespace weft::verb {
namespace {

class FlitExperiment final : public Experiment {
 public:
  FlitExperiment(Scenario const& scenario, GivenFlitParams const& params) : Experiment(Simulate::name) {
    Stopwatch const watch;
    it_ = assemble_flit(scenario, params, RateSource::engine);
    seconds_ = watch.seconds();
    lists_channels_ = scenario.details == ChannelDetails::channels;
    auto settings = it_.resolved(scenario);
    if (lists_channels_) settings.push_back({"details", "channels"});
    resolve(std::move(settings), scenario.seed);
  }

  Estimate estimate() const override {
    return short_run.and_then(estimate_setup(it_)).and_then(estimate_run(it_, it_.params));
  }

 private:
  void execute(Result& result, Progress& progress) override {
    Stopwatch const set_up;
    auto const machine = make_machine(it_);
    check_over_time(machine, it_.params);
    auto const traffic = it_.traffic(progress);
    result.timings.push_back({"set up", seconds_ + set_up.seconds()});
    if (it_.params.injection == flit::Injection::timed)
      run_timed(machine, *traffic, result, progress);
    else
      run(machine, *traffic, result, progress);
    it_.workload.add_tables(result);
    add_note(it_.routing_note, result);
  }

  void run(flit::FlitNetwork const& machine, Traffic const& traffic, Result& result, Progress& progress) {
    Stopwatch const watch;
    if (it_.params.injection != flit::Injection::batch) expect_cycles(it_, machine, 1, progress);
    auto const outcome = it_.run(machine, traffic, it_.params, progress);
    result.timings.push_back({"simulate", watch.seconds()});
    result.answer = weft::answer_of(it_.params, outcome);
    add_packet_tables(machine, outcome, result);
  }

  void run_timed(flit::FlitNetwork const& machine, Traffic const& traffic, Result& result,
                 Progress& progress) {
    Stopwatch const watch;
    TimedExperience experience(traffic.timed(), it_.params.deliveries);
    auto const outcome = flit::run_timed(
        machine, *it_.bound, traffic.timed(), it_.params, it_.seed,
        [&](flit::TimedDelivery const& delivery) { experience.add(delivery); }, progress);
    result.timings.push_back({"simulate", watch.seconds()});
    result.answer = answer_of(it_.params, outcome, experience);
    add_timed_tables(outcome, experience, flit::PacketFormat(it_.params), result);
    add_packet_tables(machine, outcome.packets, result);
    add_rate_note(*it_.topology, it_.params.bandwidth, result);
  }

  /// What the packets experienced.
  void add_packet_tables(flit::FlitNetwork const& machine, flit::Outcome const& outcome, Result& result) {
    add_tables(it_, machine, outcome, result);
    RatedOutcome const run{it_.params.rate, &outcome};
    result.notes = notes_of(it_, machine);
    std::ranges::move(notes_of(std::span(&run, 1)), std::back_inserter(result.notes));
    result.tables.push_back(work_table(it_, machine, outcome));
    add_channel_use(it_, machine, outcome, lists_channels_, result);
    add_latency_by_hops(outcome, result);
    if (it_.params.flit_bits > 0 && outcome.measured > 0)
      result.tables.push_back(energy_table(it_, machine, outcome));
    add_over_time(it_, machine, outcome.timeline, lists_channels_, result);
  }

  FlitAssembly it_;
  double seconds_ = 0;
  bool lists_channels_ = false;
};

}  // namespace

void FlitEngine::fill_in(Params& params, Spec const& spec) { params = flit::read_flit_params(spec); }

ExperimentPtr FlitEngine::assemble(Scenario const& scenario, Params const& params) {
  return std::make_unique<FlitExperiment>(scenario, params);
}

}  // namespace weft::verb
