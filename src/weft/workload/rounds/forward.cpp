// SPDX-License-Identifier: Apache-2.0
#include "weft/workload/rounds/forward.hpp"

#include <algorithm>
#include <cmath>
#include <memory>
#include <numeric>

#include "weft/core/parallel.hpp"
#include "weft/engine/rounds/clex/clex_simulation.hpp"
#include "weft/engine/rounds/forward/store_and_forward.hpp"
#include "weft/experiment/assemble.hpp"
#include "weft/network/failures.hpp"
#include "weft/network/network.hpp"
#include "weft/routing/bind.hpp"
#include "weft/topology/family/clex.hpp"
#include "weft/topology/shape/grid.hpp"
#include "weft/traffic/patterns/all_to_all.hpp"

namespace weft {
namespace {

using namespace rounds;

/// Maximum number of messages; 2^28 messages need 1 to 3 GB.
constexpr std::uint64_t max_forwarded_messages = std::uint64_t{1} << 28;

/// Load of a channel class, and a lower bound on the rounds for its messages under any routing (0: unknown).
struct ClassCost {
  ClassLoad load;
  double bound = 0;
};

/// Outcome of the exchange. `bound`: the maximum of all lower bounds on the rounds.
struct Exchange {
  std::string method;
  std::uint64_t rounds = 0, hops = 0;
  double bound = 0;
  std::vector<ClassCost> classes{};
};

std::uint64_t sum_of_distances(topology::Clex const& clex) {
  std::vector<std::uint64_t> sums(num_threads(), 0);
  auto const n = static_cast<std::uint32_t>(clex.num_routers());
  parallel_chunks(n, 16, [&](std::size_t begin, std::size_t end, unsigned worker) {
    for (auto a = static_cast<std::uint32_t>(begin); a < end; ++a)
      for (std::uint32_t b = 0; b < n; ++b) sums[worker] += clex.distance({a}, {b});
  });
  return std::accumulate(sums.begin(), sums.end(), std::uint64_t{0});
}

/// Returns the capacity of all channels in messages per round.
double capacity_of(Exchange const& exchange, std::vector<ChannelClass> const& classes) {
  double capacity = 0;
  for (std::size_t i = 0; i < classes.size(); ++i)
    capacity += static_cast<double>(exchange.classes[i].load.channels) * classes[i].bandwidth;
  return capacity;
}

/// Sets the bounds. (m - 1) / m of the n^2 messages change digit d_i. If landing = low, only hops of level i
/// change it, from one of the n (m - 1) / m nodes with d_1 != d_i, each of which sends at most m messages per
/// round on level i: n / m rounds. If landing = high, this applies to the highest level. The bound for all
/// hops is the sum of the distances divided by the number of channels.
void set_bounds(topology::Clex const& clex, Exchange& exchange) {
  auto const n = static_cast<double>(clex.num_routers());
  for (std::uint32_t level = 1; level <= clex.levels(); ++level) {
    auto& channel_class = exchange.classes[level - 1];
    bool const known =
        clex.landing() == topology::Landing::low || level == clex.levels() || clex.levels() <= 2;
    if (level > 1 && known && clex.m() > 1) channel_class.bound = n / clex.m();
    exchange.bound = std::max(exchange.bound, channel_class.bound);
  }
  auto const capacity = capacity_of(exchange, clex.classes());
  if (clex.has_distance() && capacity > 0)
    exchange.bound = std::max(exchange.bound, static_cast<double>(sum_of_distances(clex)) / capacity);
}

Exchange exchange_on(topology::Clex const& clex, std::uint64_t seed, Progress& progress) {
  auto const& bandwidth = clex.params().bandwidth;
  if (std::any_of(bandwidth.begin(), bandwidth.end(), [](double each) { return each != 1; }))
    throw InputError("forward does not support clex with bandwidths other than 1",
                     "A(l) sends one message per channel and round");
  traffic::AllToAll const traffic({}, {clex.num_terminals(), 1, seed});
  auto const measures = simulate_clex(clex, traffic, {}, seed, progress).measures;
  Exchange exchange{.method = "A(l)", .rounds = measures.makespan()};
  for (std::size_t i = 0; i < measures.levels.size(); ++i) {
    auto const level = static_cast<std::uint32_t>(i + 1);
    auto const hops = measures.levels[i].hops;
    exchange.classes.push_back({{"level" + std::to_string(level), clex.num_channels_of(level), hops, 0}, 0});
    exchange.hops += hops;
  }
  set_bounds(clex, exchange);
  return exchange;
}

/// Returns the bisection bound: the number of messages that cross the bisection along dimension `dim` in one
/// direction, divided by the number of channels across it.
double bisection_bound(Grid const& grid, std::uint32_t dim) {
  double const side = grid.shape().side(dim), low = std::floor(side / 2);
  if (side < 2) return 0;
  double const lines = static_cast<double>(grid.num_routers()) / side;
  auto const concentration = static_cast<double>(grid.params().concentration);
  double const cuts = grid.wraps(dim) ? 2 : 1;
  return low * (side - low) * lines * concentration * concentration / cuts;
}

void set_bounds(AnyTopology const& topology, Exchange& exchange) {
  for (std::size_t i = 0; i < exchange.classes.size(); ++i) {
    auto& channel_class = exchange.classes[i];
    if (auto const* grid = topology.grid();
        grid != nullptr && grid->num_terminals() == topology.num_terminals())
      channel_class.bound =
          std::max(channel_class.load.mean(), bisection_bound(*grid, static_cast<std::uint32_t>(i)));
    exchange.bound = std::max(exchange.bound, channel_class.bound);
  }
  auto const capacity = capacity_of(exchange, topology.classes());
  if (capacity > 0) exchange.bound = std::max(exchange.bound, static_cast<double>(exchange.hops) / capacity);
}

/// Simulates store-and-forward under the default routing. The paths are shortest paths, so the number of hops
/// is the sum of the distances.
Exchange exchange_on(TopologyPtr const& topology, std::uint64_t seed, Progress& progress) {
  Machine const machine(topology);
  auto const routing = routing::resolve({"default", {}}, machine, routing::Form::packets);
  auto const network = machine.network();
  auto const bound = routing::bind_packets(routing, machine);
  traffic::AllToAll const traffic({}, {topology->num_terminals(), 1, seed});
  auto const outcome = StoreAndForward{}.run(
      {.network = *network, .routing = *bound, .seed = seed, .progress = progress}, traffic);
  Exchange exchange{.method = routing.to_string(), .rounds = outcome.rounds, .hops = outcome.hops};
  for (auto const& load : outcome.loads) exchange.classes.push_back({load, 0});
  set_bounds(*topology, exchange);
  return exchange;
}

double utilization(Exchange const& exchange, std::vector<ChannelClass> const& classes) {
  auto const slots = capacity_of(exchange, classes) * static_cast<double>(exchange.rounds);
  return exchange.rounds == 0 ? 0 : static_cast<double>(exchange.hops) / slots;
}

Table forward_table(std::uint64_t terminals, Exchange const& exchange) {
  Table table{
      "forward",
      "A different message from every terminal to every other",
      {{"terminals"},
       {"messages"},
       {"hops_per_message", "hops", "", 4},
       {"rounds", "rounds", "until the last message arrives"},
       {"lower_bound", "rounds", "the maximum of the bounds by class and by the sum of the distances"},
       {"ratio", "", "rounds / lower_bound", 4}},
      {}};
  auto const messages = terminals * (terminals - 1);
  auto const rounds = static_cast<double>(exchange.rounds);
  table.add_row(
      {terminals, messages,
       static_cast<double>(exchange.hops) / static_cast<double>(std::max<std::uint64_t>(messages, 1)),
       exchange.rounds, exchange.bound, exchange.bound == 0 ? 1 : rounds / exchange.bound});
  return table;
}

Table forward_channels(Exchange const& exchange) {
  Table table{"forward_channels",
              "Forward, by class of channels",
              {{"class"},
               {"channels"},
               {"messages", "", "in total"},
               {"mean", "messages", "mean per channel", 4},
               {"max", "messages", "maximum load of a channel"},
               {"lower_bound", "rounds",
                "lower bound on the rounds for the messages of the class, "
                "under any routing"}},
              {}};
  for (auto const& [load, bound] : exchange.classes)
    table.add_row({load.name, load.channels, load.messages, load.mean(),
                   load.max == 0 ? Value{} : Value{load.max}, bound == 0 ? Value{} : Value{bound}});
  return table;
}

}  // namespace

RoundsCollectiveRun Forward::run(TopologyPtr const& topology, RoundsSetting const& setting,
                                 Progress& progress) const {
  auto const n = topology->num_terminals();
  if (n > 1 && n - 1 > max_forwarded_messages / n)
    throw InputError("forward among " + std::to_string(n) + " terminals needs too many messages",
                     "the maximum is " + std::to_string(max_forwarded_messages), "use a smaller machine");
  auto const* clex = topology->get_if<topology::Clex>();
  auto const exchange = clex != nullptr ? exchange_on(*clex, setting.seed, progress)
                                        : exchange_on(topology, setting.seed, progress);
  RoundsCollectiveRun run{.rounds = exchange.rounds, .bound = exchange.bound};
  run.utilization = utilization(exchange, topology->classes());
  run.tables = {forward_table(n, exchange), forward_channels(exchange)};
  run.notes = {"forward: by " + exchange.method};
  return run;
}

Estimate Forward::estimate(AnyTopology const& topology) const {
  auto const n = static_cast<double>(topology.num_terminals()), messages = n * (n - 1);
  if (auto const* clex = topology.get_if<topology::Clex>()) return estimate_clex(*clex, messages, {}, false);
  auto const size = size_of(topology);
  return estimate_network(size).and_then(estimate_forward(size, {}, {messages, mean_hops(topology), n}));
}

}  // namespace weft
