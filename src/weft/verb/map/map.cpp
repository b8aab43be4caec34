// SPDX-License-Identifier: Apache-2.0
#include "weft/verb/map/map.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>
#include <span>

#include <fmt/format.h>

#include "weft/core/error.hpp"
#include "weft/core/quantity.hpp"
#include "weft/drawing/result_figures.hpp"
#include "weft/experiment/channels.hpp"
#include "weft/network/router_names.hpp"
#include "weft/verb/side_by_side.hpp"
#include "weft/workload/estimate.hpp"
#include "weft/workload/jobs.hpp"
#include "weft/workload/load_arrays.hpp"

namespace weft::verb {
namespace {

Table mapping_table(LoadAssembly const& it) {
  Table table{"mapping", "Task mapping", {{"task"}, {"terminal"}, {"router"}}, {}};
  if (it.several()) table.columns.insert(table.columns.begin(), {"job"});
  auto const& topology = it.machine->topology();
  RouterLabels labels(topology);
  for (auto const& job : it.jobs)
    for (std::uint32_t task = 0; task < job.placement.size(); ++task) {
      std::vector<Value> row{task, job.placement[task],
                             labels.cell(topology.injection_router({job.placement[task]}))};
      if (it.several()) row.insert(row.begin(), job.name);
      table.add_row(std::move(row));
    }
  return table;
}

void check_host(LaunchFormat format, std::string const& host) {
  if (!lists_nodes(format) && !host.empty())
    throw InputError(fmt::format("host conflicts with format={}", detail::write_value(format)),
                     "the format contains no node names", "use e.g. format=rankfile", "host");
}

void require_one_job(std::size_t jobs) {
  if (jobs > 1)
    throw InputError("format does not support several jobs", "launchers start one job", "omit format",
                     "format");
}

/// Returns a placement as a file for a launcher. Coordinates are router coordinates for any kind of node.
std::string launch_file_on(TopologyPtr const& topology, LaunchFormat format,
                           std::span<std::uint32_t const> placement, std::string const& host, HostKind node) {
  bool const by_coordinates = format == LaunchFormat::coordinates;
  Hosts const hosts(topology, by_coordinates && !Hosts::are_named(*topology) ? HostKind::router : node);
  return launch_file(format, placement, {hosts, host, topology->sides()});
}

/// Returns the table of a placed job with a name; null if there is none.
Table const* find_table(LoadJob const& job, std::string_view name) {
  auto const found = std::ranges::find(job.tables, name, &Table::name);
  return found == job.tables.end() ? nullptr : &*found;
}

std::size_t count_distinct(std::vector<std::uint32_t> values) {
  std::ranges::sort(values);
  return static_cast<std::size_t>(std::ranges::unique(values).begin() - values.begin());
}

/// Returns a clause about the best of several candidates, and one about the default mapping.
std::string format_winner(Table const& candidates) {
  std::string winner, others;
  for (std::size_t row = 0; row < candidates.rows.size(); ++row) {
    auto const throughput = candidates.at(row, "throughput"), links = candidates.at(row, "terminals");
    auto const name = candidates.at(row, "mapping").exact_text();
    auto const over_links =
        links.is_number() && throughput.is_number() && links.number() < throughput.number()
            ? fmt::format(" ({:.2f} over the links of terminals)", links.number())
            : "";
    if (candidates.at(row, "note") == Value{"won"})
      winner = throughput.is_number()
                   ? fmt::format("; {} is best, throughput bound {:.2f} channel rates per node{}", name,
                                 throughput.number(), over_links)
                   : fmt::format("; {} is best, no channel between routers is loaded", name);
    else if (name == default_mapping && throughput.is_number() && others.empty())
      others = fmt::format("; {} {:.2f}{}", name, throughput.number(), over_links);
  }
  return winner + others;
}

/// Returns a clause with the lowest proven bound; empty if none is proven.
std::string format_bound(Table const& bounds) {
  double lowest = std::numeric_limits<double>::infinity();
  for (std::size_t row = 0; row < bounds.rows.size(); ++row)
    if (bounds.at(row, "kind") == Value{"proven"})
      lowest = std::min(lowest, bounds.at(row, "throughput").number());
  return std::isfinite(lowest) ? fmt::format("; no mapping exceeds {:.2f}", lowest) : "";
}

/// Returns the verdict on a mapping: the number of tasks, terminals (or hosts that share tasks equally) and
/// routers, and, for the best of several candidates, its throughput, the throughput of the default mapping,
/// and the lowest upper bound.
std::string verdict(LoadAssembly const& assembly, LoadJob const& job) {
  bool const on_hosts = job.ranks_per_node > 0;
  std::vector<std::uint32_t> places, routers;
  for (auto const terminal : job.placement) {
    places.push_back(on_hosts ? assembly.machine->hosts().slot_of({terminal}).host : terminal);
    routers.push_back(assembly.machine->topology().injection_router(TerminalId{terminal}).v);
  }
  auto text = fmt::format("{} on {} of {}", format_count(job.placement.size(), "task"),
                          format_count(count_distinct(places), on_hosts ? "host" : "terminal"),
                          format_count(count_distinct(routers), "router"));
  auto const* const candidates = find_table(job, "candidates");
  if (candidates == nullptr) return text;
  auto const* const bounds = find_table(job, "bounds");
  return text + format_winner(*candidates) + (bounds == nullptr ? "" : format_bound(*bounds));
}

class MapExperiment final : public Experiment {
 public:
  explicit MapExperiment(Map::Params const& params)
      : Experiment(Map::name),
        format_(params.format),
        host_(params.host),
        node_(params.node),
        assembly_(assemble_load(params)) {
    check_host(format_, host_);
    if (host_.empty() && !Hosts::are_named(assembly_.machine->topology())) host_ = "node*";
    if (format_ != LaunchFormat::table) require_one_job(assembly_.jobs.size());
    auto settings = assembly_.scenario;
    settings.push_back({"format", detail::write_value(format_)});
    settings.push_back({"host", host_});
    if (node_ != HostKind::automatic) settings.push_back({"node", detail::write_value(node_)});
    resolve(std::move(settings), params.seed);
  }

  std::vector<OutputFile> attachments() const override {
    if (format_ == LaunchFormat::table) return {};
    return {{std::string(launch_file_name(format_)), launch_file_, true}};
  }

  Estimate estimate() const override {
    auto all = short_run;
    double tasks = 0;
    for (auto const& job : assembly_.jobs) {
      all = all.and_then(estimate_placing(*assembly_.machine, job));
      tasks += static_cast<double>(job.communication.num_tasks());
    }
    return all.and_then(estimate_rows(tasks));
  }

 private:
  void execute(Result& result, Progress& progress) override {
    place_jobs(assembly_, seed(), progress);
    result.timings.push_back({"mapping", assembly_.mapping_seconds()});
    result.tables = {mapping_table(assembly_)};
    for (auto const& job : assembly_.jobs)
      result.answer += (result.answer.empty() ? "" : "; ") + (assembly_.several() ? job.name + ": " : "") +
                       verdict(assembly_, job);
    add_mapping_tables(assembly_, result);
    add_note(assembly_.machine->routing_note(), result);
    for (auto const& job : assembly_.jobs) result.arrays.push_back(placement_array(job));
    if (format_ != LaunchFormat::table)
      launch_file_ = launch_file_on(assembly_.machine->shared_topology(), format_,
                                    assembly_.jobs.front().placement, host_, node_);
  }

  LaunchFormat format_;
  std::string host_, launch_file_;
  HostKind node_;
  LoadAssembly assembly_;
};

}  // namespace

std::vector<chart::Figure> Map::figures(Result const& result) {
  return task_figures(result, topology_of(result));
}

ExperimentPtr Map::assemble(Params const& params) {
  auto const routings = routings_in(params.routing);
  if (routings.size() > 1)
    throw InputError("map supports only one routing", "a placement is computed for a single routing",
                     "use weft load to compare routings", "routing");
  auto one = params;
  one.routing = routings.front();
  return std::make_unique<MapExperiment>(one);
}

std::string launch_file_of(Result const& result, LaunchFormat format, std::string const& host) {
  if (format == LaunchFormat::table)
    throw InputError("format=table cannot be written", "launchers do not read tables",
                     "use e.g. format=rankfile", "format");
  check_host(format, host);
  auto const& table = result.table("mapping");
  std::set<std::string> jobs;
  for (std::size_t row = 0; table.columns.front().name == "job" && row < table.rows.size(); ++row)
    jobs.insert(table.at(row, "job").exact_text());
  require_one_job(jobs.size());
  auto const topology = topology_of(result);
  if (topology == nullptr)
    throw InputError("topology " + shown(result.setting("topology")) + " is no longer supported", "");
  std::vector<std::uint32_t> placement;
  for (std::size_t row = 0; row < table.rows.size(); ++row)
    placement.push_back(static_cast<std::uint32_t>(table.at(row, "terminal").number()));
  auto const node = result.setting("node");
  return launch_file_on(topology, format, placement, host,
                        node.empty() ? HostKind::automatic : detail::read_enum<HostKind>("node", node));
}

}  // namespace weft::verb
