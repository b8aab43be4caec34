// SPDX-License-Identifier: Apache-2.0
#include "weft/workload/rounds/flooding.hpp"

#include "weft/core/error.hpp"
#include "weft/engine/rounds/allgather/flood_paths.hpp"
#include "weft/network/failures.hpp"
#include "weft/network/network.hpp"
#include "weft/topology/family/clex.hpp"

namespace weft {
namespace {

using namespace rounds;

AllgatherResult flood(AnyTopology const& topology, AllgatherOptions const& options) {
  if (auto const* clex = topology.get_if<topology::Clex>(); clex != nullptr) return allgather(*clex, options);
  if (auto const* grid = topology.grid()) return allgather(*grid, options);
  return allgather(topology.network({}), options);
}

FloodPaths paths_of(AnyTopology const& topology, FloodTrees trees, LayoutParams const& params,
                    HopTime const& model) {
  auto const layout = topology.layout(params);
  if (auto const* clex = topology.get_if<topology::Clex>(); clex != nullptr && has_flood_by_levels(*clex))
    return flood_paths(*clex, trees, layout, model);
  if (auto const* grid = topology.grid()) return flood_paths(*grid, layout, model);
  auto const network = topology.network({});
  return walk_paths(
      *make_flood(network), [&](std::uint32_t r) { return network.terminals_at({r}).count > 0; }, layout,
      model);
}

/// Returns a table with one row about the paths of messages from their sources to all destinations; the paths
/// do not depend on bandwidths.
Table paths_table(FloodPaths const& paths) {
  Table table{"flooding_paths",
              "Paths of messages that never wait",
              {{"mean_hops", "hops", "over all messages and the routers that they reach", 4},
               {"max_hops", "hops"},
               {"mean_meters", "m", "mean cable length", 4},
               {"max_meters", "m", "", 4},
               {"longest_cable", "m", "maximum length of the cables that messages cross", 4},
               {"mean_time", "ns", "alpha * hops + beta * meters", 4},
               {"max_time", "ns", "", 4}},
              {}};
  table.add_row({paths.hops.mean, paths.hops.max, paths.meters.mean, paths.meters.max, paths.longest_cable,
                 paths.time.mean, paths.time.max});
  return table;
}

double utilization(AllgatherResult const& run) {
  double carried = 0, capacity = 0;
  for (auto const& channel_class : run.classes) {
    carried += static_cast<double>(channel_class.messages);
    capacity += static_cast<double>(channel_class.channels) * channel_class.bandwidth *
                static_cast<double>(run.rounds);
  }
  return capacity == 0 ? 0 : carried / capacity;
}

/// Tables of an allgather; add() adds a run.
struct AllgatherTables {
  void add(char const* division, AllgatherResult const& run) {
    runs.add_row({division, run.terminals, run.rounds, run.bound, run.ratio(), run.min_rounds});
    for (auto const& channel_class : run.classes)
      channels.add_row({division, channel_class.name, channel_class.channels, channel_class.bandwidth,
                        channel_class.messages, channel_class.mean(), channel_class.max,
                        channel_class.rounds});
  }

  Table runs{"flooding",
             "One message of every terminal to all others",
             {{"bandwidth", "",
               "given: as in the topology; by messages, by root: the same total, divided among the classes"},
              {"terminals"},
              {"rounds", "rounds", "until the last message arrives"},
              {"lower_bound", "rounds",
               "messages that a router must receive / bandwidth of the "
               "channels to it"},
              {"ratio", "", "rounds / lower_bound", 4},
              {"least_rounds", "rounds", "the lower bound in whole messages and rounds"}},
             {}};
  Table channels{
      "flooding_channels",
      "Flooding, by class of channels",
      {{"bandwidth"},
       {"class"},
       {"channels"},
       {"messages_per_round", "", "bandwidth of a channel"},
       {"messages", "", "in total"},
       {"mean", "messages", "mean per channel", 4},
       {"max", "messages", "maximum load of a channel"},
       {"rounds", "rounds",
        "pipelined: until the last message arrives; with barriers: rounds of the stages of the class"}},
      {}};
};

}  // namespace

RoundsCollectiveRun Flooding::run(TopologyPtr const& topology, RoundsSetting const& setting,
                                  Progress&) const {
  AllgatherTables tables;
  auto const given = flood(*topology, {.stages = params_.stages, .bandwidth = {}, .trees = params_.trees});
  RoundsCollectiveRun run{.rounds = given.rounds, .bound = given.bound, .utilization = utilization(given)};
  tables.add("given", given);
  auto const divide = [&](char const* division, std::vector<double> const& bandwidth) {
    try {
      tables.add(division, flood(*topology,
                                 {.stages = params_.stages, .bandwidth = bandwidth, .trees = params_.trees}));
    } catch (InputError const& error) {
      run.notes.push_back(std::string("flooding with bandwidth ") + division + ": " + error.what());
    }
  };
  divide("by messages", bandwidth_by_messages(given));
  if (params_.stages == Stages::barrier) divide("by root", bandwidth_by_root(given));
  run.tables = {
      std::move(tables.runs), std::move(tables.channels),
      paths_table(paths_of(*topology, params_.trees, setting.layout, {params_.alpha, params_.beta}))};
  return run;
}

Estimate Flooding::estimate(AnyTopology const& topology) const {
  auto const size = size_of(topology);
  bool const symmetric = topology.get_if<topology::Clex>() != nullptr || topology.grid() != nullptr;
  auto const once = estimate_allgather(size, symmetric);
  auto const network = symmetric ? Estimate{} : estimate_network(size);
  constexpr double divisions = 3;  // number of divisions of the bandwidth
  auto const* clex = topology.get_if<topology::Clex>();
  auto const paths = clex != nullptr && has_flood_by_levels(*clex) ? estimate_flood_paths(*clex) : Estimate{};
  return network.and_then({once.bytes, divisions * once.seconds, once.useful_threads}).then(paths);
}

}  // namespace weft
