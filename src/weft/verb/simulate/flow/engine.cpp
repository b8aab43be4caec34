// SPDX-License-Identifier: Apache-2.0
#include <string>
#include <utility>

#include <fmt/format.h>

#include "weft/core/error.hpp"
#include "weft/core/stopwatch.hpp"
#include "weft/engine/flow/flow_run.hpp"
#include "weft/engine/flow/message_model.hpp"
#include "weft/engine/flow/message_paths.hpp"
#include "weft/experiment/assemble.hpp"
#include "weft/experiment/channels.hpp"
#include "weft/experiment/link_times.hpp"
#include "weft/experiment/setup.hpp"
#include "weft/network/failures.hpp"
#include "weft/network/network.hpp"
#include "weft/routing/bind.hpp"
#include "weft/routing/binding_estimate.hpp"
#include "weft/verb/engines.hpp"
#include "weft/verb/simulate/simulate.hpp"
#include "weft/workload/change_by_failures.hpp"
#include "weft/workload/flow/tables.hpp"
#include "weft/workload/workload.hpp"

namespace weft::verb {
namespace {

using namespace flow;

void check_starts(FlowParams const& params, Scenario const& scenario) {
  bool const poisson = params.start == Start::poisson;
  if (poisson && params.rate == 0)
    throw needs("start=poisson", "rate", "", "specify rate, e.g. rate=1GB/s").at("engine");
  constexpr double min_rate = 1e-3;
  if (poisson && params.rate < min_rate)
    throw InputError("rate=" + format_number(params.rate), "must be in [0.001, 1e18] bytes/s", "", "engine");
  if (!poisson && params.rate > 0)
    throw conflict("rate", "start=together", "all messages are sent at time 0",
                   "omit rate, or use start=poisson")
        .at("engine");
  if (Spec::parse(scenario.traffic).name != "timed_messages") return;
  FlowParams const defaults;
  for (auto const& [name, given] :
       {std::pair{"start", poisson}, std::pair{"bytes", params.bytes != defaults.bytes},
        std::pair{"spread", params.spread > 0}})
    if (given) throw conflict(name, "timed_messages", "the file specifies sizes and starts").at("engine");
}

class FlowExperiment final : public Experiment {
 public:
  FlowExperiment(Scenario const& scenario, FlowParams const& params)
      : Experiment(Simulate::name),
        params_(with_failures(params, scenario)),
        topology_(make_topology(scenario.topology)),
        machine_(topology_, failures_of(params_, scenario.seed)),
        routing_(parse_spec(scenario.routing, "routing")),
        layout_(read_layout(scenario.layout)),
        workload_(scenario, topology_, machine_, static_cast<std::uint64_t>(scenario.messages), true),
        lists_channels_(scenario.details == ChannelDetails::channels) {
    check_starts(params_, scenario);
    check_model(params_);
    auto const given = routing_;
    routing_ = routing::resolve(given, machine_, routing::flow_form(given));
    routing_note_ = change_by_failures(given, routing_, machine_, topology_, routing::flow_form(given));
    std::vector<Setting> settings{{"topology", topology_->spec(true)}, {"routing", routing_.to_string()}};
    settings.insert(settings.end(), workload_.settings().begin(), workload_.settings().end());
    settings.insert(settings.end(),
                    {{"messages", std::to_string(scenario.messages)},
                     {"engine", Spec{"flow", write_params(flow_schema, params_, true)}.to_string()},
                     {"layout", resolved_layout(layout_)}});
    if (lists_channels_) settings.push_back({"details", "channels"});
    resolve(std::move(settings), scenario.seed);
  }

  Estimate estimate() const override {
    auto const size = size_of(*topology_);
    auto const run = estimate_flows(size, params_, workload_.num_messages(), workload_.mean_hops(*topology_));
    return short_run.and_then(workload_.estimate().and_then(
        estimate_network(size).and_then(routing::estimate_binding(routing_, *topology_)).and_then(run)));
  }

 private:
  void execute(Result& result, Progress& progress) override {
    Stopwatch const set_up;
    auto const traffic = workload_.traffic(progress);
    FlowChannels const channels(machine_.network(), params_.bandwidth, params_.terminals);
    auto const bound = paths_of(channels, topology_->layout(layout_), params_, routing_, machine_, seed());
    result.timings.push_back({"set up", set_up.seconds()});
    Stopwatch const watch;
    MessageStatistics message_statistics;
    progress.start("messages", 2 * traffic->num_messages(), "starts and ends");
    std::vector<Delivery> deliveries;
    auto const delivered = [&](Delivery const& it) {
      message_statistics.add(it);
      if (params_.deliveries) deliveries.push_back(it);
    };
    FlowJob const job{channels, *bound, params_, delivered, progress};
    auto const source = message_source(*traffic, params_, seed());
    auto const outcome = run_flows(job, *source);
    progress.finish();
    result.timings.push_back({"simulate", watch.seconds()});
    RouterLabels labels(*topology_);
    result.answer = weft::answer_of(outcome, message_statistics, channels, labels);
    add_flow_tables(outcome, message_statistics, channels, labels, result);
    if (bound->depends_on_traffic())
      result.notes.push_back(chosen_paths_note(routing_.name, outcome.detours, outcome.messages));
    if (params_.deliveries) result.tables.push_back(deliveries_table(deliveries));
    if (lists_channels_) add_channel_table(result);
    add_rate_note(*topology_, params_.bandwidth, result);
    add_latency_note(*machine_.network(), result);
    workload_.add_tables(result);
    add_note(routing_note_, result);
  }

  void add_channel_table(Result& result) const {
    auto const* const use = result.find_array("channel_busy");
    if (use == nullptr) return;
    std::vector<double> values;
    for (std::size_t i = 0; i < use->size(); ++i) values.push_back(use->number(i));
    result.tables.push_back(
        channel_table(*topology_, values, "channel_busy", "Utilization of every channel",
                      {"utilization", "", "fraction of the time until the last arrival", 4}));
  }

  FlowParams params_;
  TopologyPtr topology_;
  Machine machine_;
  Spec routing_;
  std::string routing_note_;
  LayoutParams layout_;
  Workload workload_;
  bool lists_channels_;
};

}  // namespace

ExperimentPtr FlowEngine::assemble(Scenario const& scenario, Params const& params) {
  return std::make_unique<FlowExperiment>(scenario, params);
}

}  // namespace weft::verb
