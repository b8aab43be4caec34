// SPDX-License-Identifier: Apache-2.0
#include "weft/workload/channel_users.hpp"

#include <algorithm>
#include <optional>
#include <string_view>

#include <fmt/format.h>

#include "weft/core/error.hpp"
#include "weft/core/number.hpp"
#include "weft/engine/load/users.hpp"
#include "weft/experiment/channels.hpp"
#include "weft/network/router_names.hpp"

namespace weft {
namespace {

constexpr std::size_t max_users = 1000;

std::vector<ChannelIndex> channels_between(Network const& network, RouterId from, RouterId to) {
  std::vector<ChannelIndex> channels;
  for (std::uint16_t p = 0, ports = network.degree(from); p < ports; ++p)
    if (auto const c = network.channel(from, {p}); network.target(c) == to) channels.push_back(c);
  return channels;
}

ChannelUsersQuery read_channel(std::string const& text, std::size_t dash, LoadAssembly const& assembly) {
  RouterLabels names(assembly.machine->topology());
  // A name may contain dashes: the first dash between the names of two routers separates the ends.
  for (auto at = dash; at != std::string::npos; at = text.find('-', at + 1)) {
    auto const source = names.find(std::string_view(text).substr(0, at)),
               target = names.find(std::string_view(text).substr(at + 1));
    if (!source || !target) continue;
    if (channels_between(assembly.machine->network(), *source, *target).empty())
      throw InputError("users=" + text, fmt::format("no channel leads from router {} to router {}",
                                                    names.of(*source), names.of(*target)));
    return {.channel = std::pair{*source, *target}};
  }
  std::string_view const ends[]{std::string_view(text).substr(0, dash),
                                std::string_view(text).substr(dash + 1)};
  auto const routers = assembly.machine->topology().num_routers();
  for (auto const end : ends) {
    if (!assembly.machine->topology().names().empty()) names.at(end);  // throws with the nearest name
    if (auto const number = to_number(end); number && *number >= routers)
      throw InputError("users=" + text, fmt::format("router numbers are in [0, {}]", routers - 1));
  }
  throw InputError("users=" + text, "must be a pair of routers, e.g. 12-13, or a task, e.g. 12");
}

ChannelUsersQuery read_task(std::string const& text, LoadAssembly const& assembly) {
  auto const slash = text.rfind('/');
  auto const name = slash == std::string::npos ? std::string() : text.substr(0, slash);
  auto const job = std::ranges::find(assembly.jobs, name, &LoadJob::name);
  auto const task = to_number(std::string_view(text).substr(slash == std::string::npos ? 0 : slash + 1));
  if (job == assembly.jobs.end() || !task)
    throw InputError(
        "users=" + text, "must be a pair of routers, e.g. 12-13, or a task, e.g. 12",
        assembly.several() ? fmt::format("write tasks of jobs as {}/12", assembly.jobs.front().name) : "");
  if (*task >= size_of(job->grid))
    throw InputError("users=" + text, fmt::format("task numbers are in [0, {}]", size_of(job->grid) - 1));
  return {.job = static_cast<std::uint64_t>(job - assembly.jobs.begin()),
          .task = static_cast<std::uint32_t>(*task)};
}

/// Returns the load of one unit of a job's traffic if its mean task sends at the rate of the job.
double load_of_unit(LoadJob const& job) {
  return job.rate * static_cast<double>(job.communication.num_tasks()) /
         static_cast<double>(job.communication.total_units());
}

/// A flow that crosses the requested channels.
struct User {
  LoadJob const* job;
  Flow flow;
  double share, load;
};

std::vector<User> users_in(LoadJob const& job, RoutedMachine const& machine,
                           std::span<ChannelIndex const> channels, Progress& progress) {
  auto const& network = machine.network();
  load::RouterTraffic const traffic(job.communication, job.placement, network);
  auto const pairs = load::pairs_through(traffic, machine.shares(), channels, progress);
  auto const key = [](load::PairShare const& pair) { return std::pair(pair.to, pair.from); };
  std::vector<User> users;
  job.communication.for_each_flow([&](Flow const& flow) {
    auto const to = job.placement[flow.to];
    std::pair const requested(machine.shares().by_terminal() ? to : network.ejection_router({to}).v,
                              network.injection_router({job.placement[flow.from]}).v);
    auto const found = std::ranges::lower_bound(pairs, requested, {}, key);
    if (found == pairs.end() || key(*found) != requested || flow.units == 0) return;
    users.push_back(
        {&job, flow, found->share, found->share * static_cast<double>(flow.units) * load_of_unit(job)});
  });
  return users;
}

void note_omitted(std::size_t rows, Result& result) {
  if (rows > max_users)
    result.notes.push_back(
        fmt::format("users: the table contains the {} largest loads of {}", max_users, rows));
}

void add_channel_users(RouterId from, RouterId to, LoadAssembly const& assembly, Result& result,
                       Progress& progress) {
  auto const channels = channels_between(assembly.machine->network(), from, to);
  std::vector<User> users;
  for (auto const& job : assembly.jobs) {
    auto const more = users_in(job, *assembly.machine, channels, progress);
    users.insert(users.end(), more.begin(), more.end());
  }
  std::ranges::stable_sort(users, std::ranges::greater{}, &User::load);
  double sum = 0;
  for (auto const& user : users) sum += user.load;
  RouterLabels names(assembly.machine->topology());
  Table table{"users",
              fmt::format("Flows from router {} to router {}: {}, load {:.6g}", names.of(from), names.of(to),
                          users.size(), sum),
              {{"from", "", "task"},
               {"to", "", "task"},
               {"share", "", "fraction of the flow that uses these channels", 4},
               {"load", "", "load of the flow on these channels, if the mean task sends 1", 6}},
              {}};
  if (assembly.several()) table.columns.insert(table.columns.begin(), Column{"job"});
  for (auto const& user : std::span(users).first(std::min(users.size(), max_users))) {
    std::vector<Value> row{user.flow.from, user.flow.to, user.share, user.load};
    if (assembly.several()) row.insert(row.begin(), user.job->name);
    table.add_row(std::move(row));
  }
  result.tables.push_back(std::move(table));
  note_omitted(users.size(), result);
}

/// Calls visit(flow) for each flow that a task sends or receives. A flow from the task to itself is visited
/// once.
template <class Visit>
void for_each_flow_of(Communication const& communication, std::uint32_t task, Visit visit) {
  for (auto const& flow : communication.flows_of(task)) visit(flow);
  for (auto const position : communication.flows_to(task))
    if (auto const& flow = communication.flows()[position]; flow.from != task) visit(flow);
  for (auto const g : communication.groups_of(task)) {
    auto const [units, members] = communication.group(g);
    for (auto const other : members) {
      visit(Flow{task, other, units});
      if (other != task) visit(Flow{other, task, units});
    }
  }
}

std::vector<double> loads_of_task(RoutedMachine const& machine, LoadJob const& job, std::uint32_t task) {
  auto const& network = machine.network();
  auto const denominator = static_cast<double>(machine.shares().denominator());
  std::vector<double> loads(network.num_channels(), 0.0);
  std::vector<routing::ChannelShare> shares;
  for_each_flow_of(job.communication, task, [&](Flow const& flow) {
    auto const from = network.injection_router({job.placement[flow.from]}),
               to = network.ejection_router({job.placement[flow.to]});
    if (from == to || flow.units == 0) return;
    shares.clear();
    machine.shares().append(from, to, shares);
    for (auto const& share : shares)
      loads[share.channel.v] +=
          static_cast<double>(share.numerator) / denominator * static_cast<double>(flow.units);
  });
  for (auto& load : loads) load *= load_of_unit(job);
  return loads;
}

void add_task_users(ChannelUsersQuery const& request, LoadAssembly const& assembly, Result& result) {
  auto const& job = assembly.jobs[request.job];
  auto const task = static_cast<std::uint32_t>(request.task);
  auto const& network = assembly.machine->network();
  auto loads = loads_of_task(*assembly.machine, job, task);
  std::vector<std::uint32_t> used;
  for (std::uint32_t c = 0; c < loads.size(); ++c)
    if (loads[c] > 0) used.push_back(c);
  std::ranges::stable_sort(used, std::ranges::greater{}, [&](std::uint32_t c) { return loads[c]; });
  auto const name =
      assembly.several() ? fmt::format("task {} of {}", task, job.name) : fmt::format("task {}", task);
  RouterLabels names(assembly.machine->topology());
  Table table{"users",
              fmt::format("Channels that the flows of {} use: {}", name, used.size()),
              {{"channel"}, {"class"}, {"load", "", "load by these flows, if the mean task sends 1", 6}},
              {}};
  for (auto const c : std::span(used).first(std::min(used.size(), max_users)))
    table.add_row({fmt::format("{} -> {}", names.of(network.source({c})), names.of(network.target({c}))),
                   network.classes()[network.class_of({c}).v].name, loads[c]});
  result.tables.push_back(std::move(table));
  note_omitted(used.size(), result);
  if (loads.size() > max_channel_values) return;
  result.arrays.push_back({"task_load",
                           "Load of every channel by the flows of " + name,
                           "",
                           "if the mean task sends 1; channels by router, then by port",
                           {loads.size()},
                           std::move(loads)});
}

}  // namespace

ChannelUsersQuery read_users(std::string const& text, LoadAssembly const& assembly) {
  return at_place("users", [&] {
    auto const dash = text.find('-');
    bool const of_job = text.find('/') != std::string::npos;
    return dash == std::string::npos || of_job ? read_task(text, assembly)
                                               : read_channel(text, dash, assembly);
  });
}

void add_users(ChannelUsersQuery const& request, LoadAssembly const& assembly, Result& result,
               Progress& progress) {
  if (request.channel)
    add_channel_users(request.channel->first, request.channel->second, assembly, result, progress);
  else
    add_task_users(request, assembly, result);
}

}  // namespace weft
