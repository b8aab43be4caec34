// SPDX-License-Identifier: Apache-2.0
#include "weft/analysis/fabric/judgment.hpp"

#include <algorithm>
#include <bit>

#include <fmt/format.h>

#include "weft/analysis/deadlock/analysis.hpp"
#include "weft/analysis/fabric/transition.hpp"
#include "weft/core/error.hpp"
#include "weft/core/stopwatch.hpp"
#include "weft/routing/bind.hpp"
#include "weft/routing/forwarding/lane_dependencies.hpp"

namespace weft::fabric {
namespace {

constexpr std::size_t max_lost_per_reason = 3;

std::string list_of_lanes(std::uint16_t lanes) {
  std::string list;
  for (int lane = 0; lane < num_service_levels; ++lane)
    if ((lanes >> lane & 1) != 0) list += (list.empty() ? "" : ";") + std::to_string(lane);
  return list;
}

LaneVerdict verdict_of(routing::RoutingTables const& tables, Network const& network, Progress& progress) {
  auto const found =
      routing::lane_dependencies(tables.routes, network, tables.lanes->lanes, tables.lanes->levels);
  auto cycles = lane_cycles(found, progress);
  return {.lanes = list_of_lanes(found.used),
          .used = static_cast<std::uint64_t>(std::popcount(found.used)),
          .channels = found.lanes.size(),
          .dependencies = found.waits.num_arcs(),
          .components = cycles.components,
          .in_cycles = cycles.in_cycles,
          .dropped = found.dropped,
          .free = cycles.in_cycles == 0,
          .cycle = std::move(cycles.cycle)};
}

/// Returns the verdict for a routing that changes the virtual channels of packets in a way that service
/// levels cannot express.
LaneVerdict verdict_of_channels(Spec const& spec, JudgedFabric const& fabric, Progress& progress) {
  auto const vcs = std::min(routing::vcs_needed(spec, fabric.machine), routing::max_vcs);
  auto const bound = routing::bind_channels(spec, fabric.machine, {.vcs = vcs, .allow_deadlock = true});
  auto const found = deadlock::analyze(*fabric.network, *bound, vcs, progress);
  LaneVerdict verdict{.lanes = {},
                      .used = vcs,
                      .channels = found.channels,
                      .dependencies = found.dependencies,
                      .components = found.cycles.components,
                      .in_cycles = found.cycles.vertices,
                      .dropped = 0,
                      .free = found.free(),
                      .cycle = {}};
  for (auto const& step : found.cycle) verdict.cycle.push_back(step.held);
  return verdict;
}

/// Returns the maximum load of a channel relative to its rate.
double weighted_max(std::vector<std::uint64_t> const& load, std::vector<double> const& rates) {
  double max = 0;
  for (std::size_t c = 0; c < load.size(); ++c) max = std::max(max, static_cast<double>(load[c]) / rates[c]);
  return max;
}

std::uint64_t channels_with_dependencies(Graph const& waits) {
  auto const back = transposed(waits);
  std::uint64_t count = 0;
  for (Vertex v = 0; v < waits.num_vertices(); ++v) count += waits.degree(v) + back.degree(v) > 0;
  return count;
}

void measure_contention(routing::DestinationRoutes const& routes, JudgedFabric const& fabric,
                        JudgmentOptions const& options, Progress& progress, JudgedRouting& judged) {
  auto const matchings = options.matchings;
  if (routes.num_ends() < 2) return;
  if (matchings > 0) {
    progress.start("matchings of " + judged.name, matchings, "matchings");
    judged.bisection = effective_bisection(routes, *fabric.network, matchings, options.seed, {}, progress);
    if (!fabric.rates.empty()) {
      progress.start("matchings by rate of " + judged.name, matchings, "matchings");
      judged.weighted_bisection =
          effective_bisection(routes, *fabric.network, matchings, options.seed, fabric.rates, progress);
    }
  }
  if (!options.shifts) return;
  progress.start("shifts of " + judged.name, routes.num_ends() - 1, "shifts");
  judged.shifts = fabric::shifts(routes, *fabric.network, progress);
}

/// Computes the verdict over all end nodes, if it can differ from the verdict over the chosen ends.
void judge_all_ends(Spec const& spec, JudgedFabric const& fabric, JudgmentOptions const& options,
                    Progress& progress, JudgedRouting& judged) {
  if (options.ends == routing::FabricEnds::all || !fabric.chosen.empty() ||
      fabric.fabric.numbers.aggregation_nodes().empty())
    return;
  try {
    auto const tables = routing::bind_tables(spec, fabric.machine, fabric.fabric, routing::FabricEnds::all);
    if (tables.lanes) judged.with_all = verdict_of(tables, *fabric.network, progress);
  } catch (InputError const& error) {
    judged.notes.push_back(std::string("not judged with the aggregation nodes: ") + error.what());
  }
}

}  // namespace

JudgedRouting judge_routing(Spec const& spec, JudgedFabric const& fabric, JudgmentOptions const& options,
                            Progress& progress) {
  JudgedRouting judged;
  judged.name = spec.name;
  progress.start("tables of " + judged.name, 0);
  Stopwatch const watch;
  auto tables = routing::bind_tables(spec, fabric.machine, fabric.fabric, options.ends);
  if (!fabric.chosen.empty()) tables = routing::only_ends(tables, fabric.chosen);
  judged.seconds = watch.seconds();
  judged.notes = tables.notes;
  progress.start("routes of " + judged.name, 0);
  auto routes = judge(tables.routes, *fabric.network, fabric.hops);
  judged.delivery = routes.delivery;
  judged.load = std::move(routes.load);
  if (!fabric.rates.empty()) judged.weighted_load_max = weighted_max(judged.load, fabric.rates);
  judged.channel_cycles = deadlock::cycle_facts(routes.waits, progress);
  judged.channels = channels_with_dependencies(routes.waits);
  judged.dependencies = routes.waits.num_arcs();
  if (tables.lanes) {
    judged.lanes = verdict_of(tables, *fabric.network, progress);
  } else {
    judged.lanes = verdict_of_channels(spec, fabric, progress);
    judged.notes.push_back(fmt::format(
        "service levels cannot assign its virtual channels, because packets change them along the path or there are more than "
        "15; the verdict is for all terminals with {}",
        judged.lanes.used));
  }
  judge_all_ends(spec, fabric, options, progress, judged);
  measure_contention(tables.routes, fabric, options, progress, judged);
  if (judged.delivery.reachable < judged.delivery.pairs)
    judged.lost = lost_pairs(tables.routes, *fabric.network, max_lost_per_reason);
  judged.ends = std::move(tables.ends);
  progress.finish();
  return judged;
}

}  // namespace weft::fabric
