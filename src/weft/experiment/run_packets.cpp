#include <algorithm>
#include <memory>

#include "weft/engine/rounds/store_and_forward.hpp"
#include "weft/experiment/run_rounds.hpp"
#include "weft/experiment/summary.hpp"
#include "weft/network/failures.hpp"
#include "weft/network/layout.hpp"
#include "weft/routing/bind.hpp"

namespace weft {
namespace {

using namespace rounds;

Table channel_table(ForwardResult const& outcome) {
  Table table{
      "channels",
      "Messages per channel, by class",
      {{"class"}, {"channels"}, {"messages"}, {"mean", "messages", "per channel", 3}, {"max", "messages"}},
      {}};
  for (auto const& load : outcome.loads)
    table.add_row({load.name, load.channels, load.messages, load.mean(), load.max});
  return table;
}

/// What loss and failures did: everything that was sent, and what became of it.
Table fault_table(ForwardResult const& outcome) {
  Table table{"faults",
              "Under faults",
              {{"sent", "messages"},
               {"delivered", "messages", "each exactly once"},
               {"delivered_share", "%", "", 4},
               {"unreachable", "messages", "no way over what has not failed"},
               {"transmissions", "", "hops, and what was sent in vain"},
               {"duplicates", "", "of these, dropped by receivers"}},
              {}};
  auto const sent = static_cast<double>(std::max<std::uint64_t>(outcome.messages, 1));
  table.add_row({outcome.messages, outcome.delivered, 100 * static_cast<double>(outcome.delivered) / sent,
                 outcome.unreachable, outcome.transmissions, outcome.duplicates});
  return table;
}

Table unreachable_table(ForwardResult const& outcome) {
  Table table{
      "unreachable", "Pairs without a surviving way (the first of them)", {{"source"}, {"destination"}}, {}};
  for (auto const& [source, destination] : outcome.lost_pairs) table.add_row({source, destination});
  return table;
}

Table delay_table(ForwardResult const& outcome, RoundsParams const& params, double pitch) {
  Table table{"delays",
              "Per-message delay",
              {{"quantity"}, {"unit"}, {"mean", "", "", 3}, {"median"}, {"p90"}, {"p99"}, {"max"}},
              {}};
  auto const row = [&](char const* quantity, char const* unit, Histogram const& values, double scale) {
    auto const part = [&](double share) { return static_cast<double>(values.percentile(share)) * scale; };
    table.add_row({quantity, unit, values.mean() * scale, part(0.5), part(0.9), part(0.99), part(1)});
  };
  row("rounds", "rounds", outcome.delay, 1);
  row("hops", "channels", outcome.hops_taken, 1);
  row("distance", "m", outcome.distance, pitch);
  table.add_row({"delay", "ns",
                 params.alpha * outcome.hops_taken.mean() + params.beta * pitch * outcome.distance.mean(),
                 Value{}, Value{}, Value{}, Value{}});
  return table;
}

Table delay_distribution(ForwardResult const& outcome) {
  Table table{
      "delay_distribution", "Distribution of per-message delay", {{"quantity"}, {"value"}, {"messages"}}, {}};
  auto const rows = [&](char const* quantity, Histogram const& values) {
    for (auto const [value, times] : values.bins()) table.add_row({quantity, value, times});
  };
  rows("rounds", outcome.delay);
  rows("hops", outcome.hops_taken);
  return table;
}

/// The topology as flat arrays, with what has failed.
NetworkPtr make_network(AnyTopology const& topology, RoundsParams const& params, std::uint64_t seed) {
  return std::visit(
      [&](auto const& it) {
        auto network = build_network(it);
        if (params.failed_links > 0 || params.failed_routers > 0)
          network.mark_failed(Failures(
              it, {params.failed_links, params.failed_routers, static_cast<std::int64_t>(seed), {}, {}}));
        return std::make_shared<Network const>(std::move(network));
      },
      topology);
}

}  // namespace

void run_packets(AnyTopology const& topology, Spec const& routing, Traffic const& traffic,
                 RoundsParams const& params, std::uint64_t seed, Progress& progress, Result& result) {
  if (params.asynchronous && params.jitter == 0)
    throw InputError("asynchronous = true", "packets have no phases to wait for", "give jitter", "engine");
  Stopwatch const setting_up;
  auto const network = make_network(topology, params, seed);
  BindContext const context{[&] { return network; }, seed, network->has_failures()};
  auto const bound = std::visit([&](auto const& it) { return bind_routing(routing, it, context); }, topology);
  auto const layout = std::visit([](auto const& it) { return make_layout(it, LayoutParams{}); }, topology);
  result.timings.push_back({"set up", setting_up.seconds()});
  StoreAndForward::Params forward;
  forward.queue = params.queue;
  forward.track = params.delays;
  forward.loss = params.loss;
  forward.jitter = params.jitter;
  Stopwatch const watch;
  auto const outcome = StoreAndForward{forward}.run({.network = *network,
                                                     .routing = *bound,
                                                     .seed = seed,
                                                     .layout = params.delays ? &layout : nullptr,
                                                     .progress = progress},
                                                    traffic);
  double const seconds = watch.seconds();
  result.timings.push_back({"simulate", seconds});
  result.tables.push_back(Summary{network->num_terminals(), outcome.messages, outcome.delivered, outcome.hops,
                                  outcome.delay.mean(), outcome.rounds}
                              .table(seconds));
  result.tables.push_back(channel_table(outcome));
  if (params.loss > 0 || network->has_failures()) result.tables.push_back(fault_table(outcome));
  if (outcome.unreachable > 0) result.tables.push_back(unreachable_table(outcome));
  if (params.delays) {
    result.tables.push_back(delay_table(outcome, params, layout.pitch()));
    result.tables.push_back(delay_distribution(outcome));
  }
}

}  // namespace weft
