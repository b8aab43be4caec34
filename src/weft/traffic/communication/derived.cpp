// SPDX-License-Identifier: Apache-2.0
#include "weft/traffic/communication/derived.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include <fmt/format.h>

#include "weft/core/error.hpp"
#include "weft/core/spec.hpp"
#include "weft/io/graph/graph_format.hpp"
#include "weft/io/monitoring.hpp"
#include "weft/traffic/catalog.hpp"

namespace weft::task {
namespace {

/// If the pattern does not specify its sides, sets them to the sides of the task grid, fastest first.
template <class Params>
void default_sides(Params& params, TaskContext const& context) {
  if constexpr (requires { params.sides, params.concentration; })
    if (params.sides == Sides{0}) {
      params.sides.assign(context.sides.rbegin(), context.sides.rend());
      if (params.concentration == 0) params.concentration = 1;
    }
}

/// If the pattern does not specify its number of groups, sets it to the number of blocks of tasks that fill
/// groups of the machine. Returns whether the number was set.
template <class Params>
bool default_groups(Params& params, TaskContext const& context) {
  if constexpr (requires { params.groups, params.ahead; }) {
    if (params.groups != 0 || context.tasks_per_group == 0) return false;
    auto const tasks = context.num_tasks();
    if (tasks % context.tasks_per_group != 0)
      throw InputError(
          "groups=0",
          fmt::format("{} tasks do not fill whole groups of {} tasks, the group size of the topology", tasks,
                      context.tasks_per_group),
          fmt::format("set groups to a divisor of {}", tasks));
    params.groups = static_cast<std::int64_t>(tasks / context.tasks_per_group);
    return true;
  }
  return false;
}

/// Returns the communication in which every task sends one unit to every task, including itself.
Communication expected_uniform(std::uint64_t tasks) {
  std::vector<std::uint32_t> all(tasks);
  std::iota(all.begin(), all.end(), 0);
  Communication expected{tasks};
  expected.add_group(1, all);
  expected.finish();
  return expected;
}

}  // namespace

bool Traffic::depends_on_seed() const {
  return Patterns::pick_params(
      parse_one("of", params_.of, "traffic pattern"),
      []<class P>(std::type_identity<P>, typename P::Params const& params) {
        return P::random(params) && P::name != traffic::Uniform::name;
      },
      "traffic pattern");
}

Traffic::Params Traffic::resolved(Params params, TaskContext const& context) {
  params.of = Patterns::pick_params(
      parse_one("of", params.of, "traffic pattern"),
      [&]<class P>(std::type_identity<P>, typename P::Params of) {
        return default_groups(of, context) ? "[" + to_spec<P>(of, true).to_string() + "]" : params.of;
      },
      "traffic pattern");
  return params;
}

Communication Traffic::communicate(TaskContext const& context) const {
  auto const tasks = context.num_tasks();
  auto const messages = static_cast<std::uint64_t>(params_.messages);
  if (static_cast<unsigned __int128>(tasks) * messages >> 32 != 0)
    throw InputError("messages=" + std::to_string(messages), "must not exceed 2^32 messages in total");
  auto const traffic = Patterns::pick_params(
      parse_one("of", params_.of, "traffic pattern"),
      [&]<class P>(std::type_identity<P>, typename P::Params params) -> TrafficPtr {
        if (!context.draws && P::name == traffic::Uniform::name) return nullptr;
        default_sides(params, context);
        default_groups(params, context);
        return make_traffic<P>(params, {tasks, messages, context.seed});
      },
      "traffic pattern");
  if (!traffic) return expected_uniform(tasks);
  Communication communication{tasks};
  std::vector<std::uint32_t> to;
  for (std::uint32_t task = 0; task < tasks; ++task) {
    to.resize(traffic->messages({task}));
    traffic->destinations({task}, 1, to);
    for (auto const other : to) communication.add({task, other, 1});
  }
  communication.finish();
  return communication;
}

namespace {

GraphFile read(std::string const& file) { return read_graph(file, GraphFormat::matrix_market); }

/// Returns a factor that converts the weights to integers; 1 if all are integers.
double scale_of(GraphFile const& matrix) {
  double largest = 0;
  bool whole = true;
  for (auto const& link : matrix.links) {
    largest = std::max(largest, link.weight);
    whole &= link.weight == std::trunc(link.weight);
  }
  if (whole) return 1;
  constexpr int bits = 40;
  return std::ldexp(1.0, bits - std::ilogb(largest));
}

}  // namespace

Sides Matrix::default_grid() const { return {static_cast<std::int64_t>(read(params_.file).vertices)}; }

Communication Matrix::communicate(TaskContext const& context) const {
  auto const matrix = read(params_.file);
  if (matrix.vertices != context.num_tasks())
    throw InputError("the matrix has " + std::to_string(matrix.vertices) + " tasks",
                     "the task grid has " + std::to_string(context.num_tasks()), "", params_.file);
  double const scale = scale_of(matrix);
  Communication communication{matrix.vertices};
  for (auto const& link : matrix.links) {
    auto const units = static_cast<std::uint64_t>(std::llround(link.weight * scale));
    communication.add({link.a, link.b, units});
    if (!matrix.directed && link.a != link.b) communication.add({link.b, link.a, units});
  }
  communication.finish();
  return communication;
}

void Monitoring::check(Params const& params) {
  if (params.kinds.empty() || params.kinds.find_first_not_of(monitored_kinds) != std::string::npos)
    throw InputError("kinds=" + params.kinds, fmt::format("must consist of the letters {}", monitored_kinds));
}

Sides Monitoring::default_grid() const {
  auto const ranks = read_monitoring(params_.file).ranks;
  if (ranks == 0) throw InputError("the file contains no traffic", "", "", params_.file);
  return {static_cast<std::int64_t>(ranks)};
}

Communication Monitoring::communicate(TaskContext const& context) const {
  auto const found = read_monitoring(params_.file);
  if (found.ranks > context.num_tasks())
    throw InputError("the file contains " + std::to_string(found.ranks) + " ranks",
                     "the task grid has " + std::to_string(context.num_tasks()), "", params_.file);
  Communication communication{context.num_tasks()};
  for (auto const& traffic : found.traffic) {
    auto const units = params_.amount == MonitoredAmount::bytes ? traffic.bytes : traffic.messages;
    if (units > 0 && params_.kinds.find(traffic.kind) != std::string::npos)
      communication.add({traffic.from, traffic.to, units});
  }
  communication.finish();
  return communication;
}

Communication ProgramMessages::communicate(TaskContext const& context) const {
  if (!context.of_program)
    throw InputError("pattern program is not supported here", "", "use weft load or weft map");
  bool const nested = params_.of.starts_with('[') && params_.of.ends_with(']');
  return context.of_program(nested ? params_.of.substr(1, params_.of.size() - 2) : params_.of, context);
}

Communication WorstCase::communicate(TaskContext const& context) const {
  if (!context.worst_destinations)
    throw InputError("worst_case needs a machine", "the pattern depends on the network and the routing");
  auto const destinations = context.worst_destinations();
  if (destinations.size() != context.num_tasks())
    throw InputError("worst_case does not support " + std::to_string(context.num_tasks()) + " tasks",
                     "the machine has " + std::to_string(destinations.size()) + " terminals",
                     "use one task per terminal");
  Communication communication{context.num_tasks()};
  for (std::uint32_t task = 0; task < destinations.size(); ++task)
    communication.add({task, destinations[task], 1});
  communication.finish();
  return communication;
}

}  // namespace weft::task
