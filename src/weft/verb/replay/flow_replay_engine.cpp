// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <string_view>

#include "weft/engine/flow/flow_run.hpp"
#include "weft/engine/flow/message_model.hpp"
#include "weft/engine/flow/message_paths.hpp"
#include "weft/engine/replay/flow_transport.hpp"
#include "weft/experiment/assemble.hpp"
#include "weft/experiment/link_times.hpp"
#include "weft/experiment/setup.hpp"
#include "weft/network/network.hpp"
#include "weft/routing/bind.hpp"
#include "weft/routing/binding_estimate.hpp"
#include "weft/verb/replay/engine.hpp"
#include "weft/verb/replay/tables.hpp"
#include "weft/workload/flow/tables.hpp"

namespace weft::verb {
namespace {

/// Options that concern the engine's own messages, and its failures.
constexpr std::array<std::string_view, 8> not_of_programs{
    "bytes", "spread", "start", "rate", "deliveries", "failed_links", "failed_routers", "fail"};

flow::FlowParams read_flow(std::string const& text) {
  auto const spec = parse_spec(text, "engine");
  return at_place("engine", [&] {
    check_options(spec, not_of_programs);
    auto const params = read_params<flow::FlowParams>(flow::flow_schema, spec);
    flow::check_model(params);
    return params;
  });
}

struct SendCounts {
  double messages = 0;
  double at_once = 0;  ///< that are in flight together if each rank has as many as it sends without a wait
};

/// The sends that wait for the end of one operation alone, or for no operation, leave together.
SendCounts sends_of(Program const& program) {
  constexpr double min_of_rank = 4;
  SendCounts counts;
  auto const leaves = [&](std::uint32_t i, std::uint32_t waits) {
    return program.operation(i).kind == OperationKind::send && program.num_waits(i) == waits;
  };
  for (std::uint32_t rank = 0; rank < program.num_ranks(); ++rank) {
    std::size_t at_begin = 0, maximum = 0;
    for (auto i = program.first_operation(rank); i < program.first_operation(rank + 1); ++i) {
      counts.messages += program.operation(i).kind == OperationKind::send ? 1 : 0;
      at_begin += leaves(i, 0) ? 1 : 0;
      auto const after =
          std::ranges::count_if(program.after_end(i), [&](auto next) { return leaves(next, 1); });
      maximum = std::max(maximum, static_cast<std::size_t>(after));
    }
    counts.at_once += std::max(min_of_rank, static_cast<double>(std::max(at_begin, maximum)));
  }
  counts.at_once = std::min(counts.at_once, counts.messages);
  return counts;
}

class FlowReplayEngine final : public ReplayEngine {
 public:
  FlowReplayEngine(Replay::Params const& params, TopologyPtr topology, RoutedMachine const& machine)
      : topology_(std::move(topology)),
        machine_(machine),
        seed_(static_cast<std::uint64_t>(params.seed)),
        engine_(read_flow(params.engine)),
        layout_(read_layout(params.layout)),
        routing_(parse_spec(params.routing, "routing")) {
    routing_ = routing::resolve(routing_, machine.machine(), routing::flow_form(routing_));
  }

  Spec const& routing() const override { return routing_; }
  std::string resolved() const override {
    auto arguments = write_params(flow::flow_schema, engine_, true);
    std::erase_if(arguments, [](auto const& argument) {
      return std::ranges::find(not_of_programs, argument.key) != not_of_programs.end();
    });
    return Spec{"flow", std::move(arguments)}.to_string();
  }

  Estimate estimate(Program const& program) const override {
    auto const size = size_of(*topology_);
    auto const counts = sends_of(program);
    auto const hops = mean_hops(*topology_);
    auto flows = flow::estimate_flows(size, engine_, counts.at_once, hops);
    // Messages of programs start and end one by one, which changes the rates of messages that share a
    // channel.
    constexpr double min_seconds_per_hop = 1.6e-6;
    flows.seconds = std::max(counts.messages * (hops + 2) * min_seconds_per_hop,
                             flows.seconds * counts.messages / std::max(1.0, counts.at_once));
    return estimate_network(size).and_then(routing::estimate_binding(routing_, *topology_)).and_then(flows);
  }

  void set_up() override {
    channels_ = std::make_unique<flow::FlowChannels>(machine_.machine().network(), engine_.bandwidth,
                                                     engine_.terminals);
    paths_ =
        flow::paths_of(*channels_, topology_->layout(layout_), engine_, routing_, machine_.machine(), seed_);
  }
  std::unique_ptr<replay::Transport> transport(replay::TransportCosts const& costs,
                                               Progress&) const override {
    return std::make_unique<replay::FlowTransport>(*channels_, *paths_, engine_, costs);
  }

  std::string report(Program const& program, replay::Transport& transport,
                     replay::ReplayOutcome const& outcome, Result& result) const override {
    auto const& flows = static_cast<replay::FlowTransport const&>(transport);
    if (paths_->depends_on_traffic())
      result.notes.push_back(flow::chosen_paths_note(routing_.name, flows.detours(), outcome.messages));
    flow::FlowOutcome use{.tallies = {flows.tallies().begin(), flows.tallies().end()},
                          .capacities = channels_->capacities()};
    use.last_finish = outcome.end();
    RouterLabels labels(*topology_);
    add_channel_tables(use, *channels_, labels, result);
    add_rate_note(*topology_, engine_.bandwidth, result);
    add_latency_note(*machine_.machine().network(), result);
    return answer_of(program, outcome, worst_bottleneck(use, *channels_, labels));
  }

 private:
  TopologyPtr topology_;
  RoutedMachine const& machine_;
  std::uint64_t seed_;
  flow::FlowParams engine_;
  LayoutParams layout_;
  Spec routing_;
  std::unique_ptr<flow::FlowChannels> channels_;
  std::unique_ptr<flow::MessagePaths> paths_;
};

}  // namespace

ReplayEnginePtr flow_replay_engine(Replay::Params const& params, TopologyPtr const& topology,
                                   RoutedMachine const& machine) {
  return std::make_unique<FlowReplayEngine>(params, topology, machine);
}

}  // namespace weft::verb
