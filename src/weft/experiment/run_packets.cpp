#include <memory>

#include "weft/engine/rounds/store_and_forward.hpp"
#include "weft/experiment/run_rounds.hpp"
#include "weft/experiment/summary.hpp"
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

}  // namespace

void run_packets(AnyTopology const& topology, Spec const& routing, Traffic const& traffic,
                 RoundsParams const& params, std::uint64_t seed, Progress& progress, Result& result) {
  NetworkPtr network;
  auto const build = [&] {
    if (!network)
      network = std::visit([](auto const& it) { return std::make_shared<Network const>(build_network(it)); },
                           topology);
    return network;
  };
  Stopwatch const setting_up;
  auto const bound = std::visit(
      [&](auto const& it) {
        return bind_routing(routing, it, {build, seed});
      },
      topology);
  build();
  result.timings.push_back({"set up", setting_up.seconds()});
  Stopwatch const watch;
  StoreAndForward::Params forward;
  forward.queue = params.queue;
  forward.track = params.delays;
  auto const outcome = StoreAndForward{forward}.run(
      {.network = *network, .routing = *bound, .seed = seed, .progress = progress}, traffic);
  double const seconds = watch.seconds();
  result.timings.push_back({"simulate", seconds});
  result.tables.push_back(Summary{network->num_terminals(), outcome.messages, outcome.delivered, outcome.hops,
                                  outcome.delay.mean(), outcome.rounds}
                              .table(seconds));
  result.tables.push_back(channel_table(outcome));
}

}  // namespace weft
