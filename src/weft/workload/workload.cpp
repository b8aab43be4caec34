// SPDX-License-Identifier: Apache-2.0
#include "weft/workload/workload.hpp"

#include <algorithm>
#include <numeric>

#include <fmt/format.h>

#include "weft/core/memory.hpp"
#include "weft/experiment/assemble.hpp"
#include "weft/network/network.hpp"
#include "weft/traffic/catalog.hpp"
#include "weft/traffic/communication/catalog.hpp"
#include "weft/traffic/patterns/listed_messages.hpp"
#include "weft/workload/estimate.hpp"
#include "weft/workload/load_arrays.hpp"

namespace weft {
namespace {

bool contains(std::vector<std::string> const& names, std::string const& name) {
  return std::ranges::find(names, name) != names.end();
}

/// Returns the job of a scenario for an existing machine. A traffic pattern becomes a pattern among the tasks
/// of the job.
LoadParams job_of(Scenario const& scenario) {
  LoadParams job{.mapping = scenario.mapping,
                 .grid = scenario.grid,
                 .ranks_per_node = scenario.ranks_per_node,
                 .seed = scenario.seed,
                 .jobs = scenario.jobs};
  if (scenario.traffic == "default") return job;
  auto const name = parse_spec(scenario.traffic, "traffic").name;
  bool const is_own = contains(Communications::names(), name) ||
                      (names_program(name) && !contains(Patterns::names_and_aliases(), name));
  job.pattern =
      is_own ? scenario.traffic : Spec{"traffic", {{"of", "[" + scenario.traffic + "]"}}}.to_string();
  return job;
}

/// Returns the gcd of the units of all flows.
std::uint64_t common_unit(LoadAssembly const& jobs) {
  std::uint64_t unit = 0;
  for (auto const& job : jobs.jobs) {
    for (auto const& flow : job.communication.flows()) unit = std::gcd(unit, flow.units);
    for (std::size_t g = 0; g < job.communication.num_groups(); ++g)
      unit = std::gcd(unit, job.communication.group(g).units);
  }
  return std::max<std::uint64_t>(unit, 1);
}

}  // namespace

bool Workload::consists_of_jobs(Scenario const& scenario) {
  Scenario const defaults;
  if (scenario.mapping != defaults.mapping || scenario.grid != defaults.grid ||
      scenario.ranks_per_node != defaults.ranks_per_node || !scenario.jobs.empty())
    return true;
  if (scenario.traffic == "default") return false;
  auto const name = parse_spec(scenario.traffic, "traffic").name;
  bool const is_of_tasks = contains(Communications::names(), name) || names_program(name);
  return is_of_tasks && !contains(Patterns::names_and_aliases(), name);
}

Workload::Workload(Scenario const& scenario, TopologyPtr const& topology, Machine const& machine,
                   std::uint64_t repetitions, bool timed)
    : repetitions_(repetitions), seed_(static_cast<std::uint64_t>(scenario.seed)) {
  if (!consists_of_jobs(scenario)) {
    auto pattern = make_pattern(scenario.traffic == "default" ? "permutation" : scenario.traffic, *topology,
                                {topology->num_terminals(), repetitions, seed_, timed});
    traffic_ = std::move(pattern.traffic);
    settings_ = {{"traffic", std::move(pattern.resolved)}};
    return;
  }
  try {
    auto const placing = std::make_shared<RoutedMachine const>(topology, machine,
                                                               placement_routing(scenario.routing, machine));
    jobs_ = assemble_load(placing, job_of(scenario), true);
  } catch (InputError const& error) {
    throw InputError(error.problem, error.why, error.suggestion,
                     error.where == "pattern" ? "traffic" : error.where);
  }
  for (auto const& job : jobs_->jobs)
    if (job.rate != 1)
      throw InputError(fmt::format("job {}: rate={} needs engine=load", job.name, format_number(job.rate)),
                       "a simulation repeats the pattern of every job the same number of times",
                       "use engine=load, or omit rate", "jobs");
  for (auto const& setting : jobs_->scenario)
    if (setting.key != "topology" && setting.key != "routing")
      settings_.push_back({setting.key == "pattern" ? "traffic" : setting.key, setting.value});
}

TrafficPtr Workload::traffic(Progress& progress) {
  if (traffic_ != nullptr) return traffic_;
  place_jobs(*jobs_, seed_, progress);
  traffic_ = messages_of_jobs();
  return traffic_;
}

void Workload::add_tables(Result& result) const {
  if (!jobs_) return;
  add_mapping_tables(*jobs_, result);
  for (auto const& job : jobs_->jobs) result.arrays.push_back(placement_array(job));
}

double Workload::num_messages() const {
  if (traffic_ != nullptr) return static_cast<double>(traffic_->num_messages());
  double flows = 0;
  for (auto const& job : jobs_->jobs) flows += num_flows(job.communication);
  return flows * static_cast<double>(repetitions_);
}

double Workload::mean_hops(AnyTopology const& topology) const {
  constexpr std::uint64_t samples = 32, max_of_terminal = 64;
  auto const terminals = topology.num_terminals();
  if (traffic_ == nullptr || terminals == 0 || !topology.has_distance()) return weft::mean_hops(topology);
  double hops = 0, messages = 0;
  for (std::uint64_t i = 0; i < samples; ++i) {
    TerminalId const from{static_cast<std::uint32_t>((2 * i + 1) * terminals / (2 * samples))};
    auto const sent = traffic_->messages(from);
    if (sent > max_of_terminal) return weft::mean_hops(topology);
    if (sent == 0) continue;
    TerminalId const to{traffic_->nth_destination(from, 0)};
    hops += topology.distance(topology.injection_router(from), topology.ejection_router(to));
    ++messages;
  }
  return messages == 0 ? 0 : hops / messages;
}

Estimate Workload::estimate() const {
  if (traffic_ != nullptr) return {};
  Estimate all;
  double flows = 0;
  for (auto const& job : jobs_->jobs) {
    all = all.and_then(estimate_placing(*jobs_->machine, job));
    flows += num_flows(job.communication);
  }
  return all.and_then({2 * flows * sizeof(MessageGroup), flows * 1e-7});
}

TrafficPtr Workload::messages_of_jobs() const {
  constexpr std::uint64_t max_job_messages = std::uint64_t{1} << 40;
  auto const unit = common_unit(*jobs_);
  std::uint64_t flows = 0;
  double messages = 0;
  for (auto const& job : jobs_->jobs)
    job.communication.for_each_flow([&](Flow const& flow) {
      ++flows;
      messages += static_cast<double>(flow.units / unit) * static_cast<double>(repetitions_);
    });
  if (messages > max_job_messages)
    throw InputError(fmt::format("the communication has {:.3g} messages", messages),
                     "the units of the pattern are too fine", "use fewer messages, or coarser units",
                     "traffic");
  require_memory(flows * sizeof(MessageGroup) * 2, fmt::format("the messages of {} flows", flows));
  std::vector<MessageGroup> groups;
  groups.reserve(flows);
  for (auto const& job : jobs_->jobs)
    job.communication.for_each_flow([&](Flow const& flow) {
      if (auto const from = job.placement[flow.from], to = job.placement[flow.to]; from != to)
        groups.push_back({from, to, flow.units / unit * repetitions_});
    });
  std::ranges::stable_sort(groups, {}, &MessageGroup::source);
  return std::make_shared<traffic::MessageList const>(std::move(groups), jobs_->machine->terminals());
}

}  // namespace weft
