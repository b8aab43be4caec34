// SPDX-License-Identifier: Apache-2.0
#include "weft/verb/collective/assembly.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "weft/collective/any_algorithm.hpp"
#include "weft/collective/catalog.hpp"
#include "weft/collective/lists.hpp"
#include "weft/core/error.hpp"
#include "weft/core/param.hpp"
#include "weft/engine/schedule/execute.hpp"
#include "weft/experiment/assemble.hpp"
#include "weft/experiment/link_times.hpp"
#include "weft/experiment/setup.hpp"
#include "weft/network/network.hpp"
#include "weft/network/topologies.hpp"
#include "weft/workload/estimate.hpp"
#include "weft/workload/job_list.hpp"
#include "weft/workload/rounds/catalog.hpp"

namespace weft::verb {
namespace {

using collective::Operation;

/// Quantities that determine the cost of an operation with any algorithm.
struct CollectiveWork {
  double ranks = 0, hops = 0;
  double transfers = 0;  ///< number of transfers if each message is one block
  double blocks = 0;     ///< number of blocks if each message is one block
  double holders = 1;    ///< number of ranks that may store a block simultaneously
  double packets = 1;    ///< sum over all executions of an algorithm
  double max_packets = 1;
};

/// Returns the number of packets at which a pipeline of `steps` steps is fastest, for messages that keep a
/// channel busy for `width` slots. The search doubles the number of packets until it exceeds this number.
double best_packets(collective::Cost const& cost, double steps, double width, double bytes) {
  if (cost.alpha <= 0) return 1024;
  return std::max(std::sqrt(steps * cost.beta * bytes / (cost.alpha * width)), 1.0);
}

CollectiveWork work_of(CollectiveAssembly const& parts, NetworkSize const& size) {
  auto const operation = parts.task.operation;
  CollectiveWork work{.ranks = static_cast<double>(num_ranks(parts)), .hops = mean_hops(*parts.topology)};
  work.transfers = collective::min_transfers(operation, work.ranks, work.hops);
  bool const between_all = operation == Operation::all_to_all;
  bool const of_one = operation == Operation::broadcast || operation == Operation::reduce ||
                      operation == Operation::allreduce || operation == Operation::barrier;
  work.blocks = between_all ? work.ranks * work.ranks : of_one ? 1 : work.ranks;
  work.holders = between_all ? 1 : work.ranks;
  work.packets = work.max_packets = parts.task.packets;
  if (parts.best_packets) {
    auto const width = std::max(work.transfers / std::max(static_cast<double>(size.channels), 1.0), 1.0);
    auto const best = best_packets(parts.cost, 2 * work.hops, width, static_cast<double>(parts.bytes.back()));
    work.max_packets = 2 * best;
    work.packets = width > 1 ? 2 * best : 4 * best;
  }
  // Algorithms for large vectors divide them into one block per rank.
  if (operation == Operation::allreduce || operation == Operation::reduce_scatter) {
    work.packets = std::max(work.packets, work.ranks);
    work.max_packets = std::max(work.max_packets, work.ranks);
  }
  return work;
}

Estimate estimate_algorithm(Spec const& spec, CollectiveAssembly const& parts, CollectiveWork const& work) {
  if (runs_in_rounds(spec))
    return RoundsCollectives::pick(spec, [&](auto const& it) { return it.estimate(*parts.topology); });
  auto const algorithm = collective::make_algorithm(spec);
  // Messages between ranks occupy all channels of their paths, but reductions are counted with one channel
  // per message.
  bool const between_ranks = !algorithm->needs_machine() && collective::adds(parts.task.operation);
  auto const detour = algorithm->detour() * (between_ranks ? std::max(work.hops, 1.0) : 1);
  constexpr double bytes_per_message = 40;  // in the plan of the longest execution
  auto run = schedule::estimate_execution(work.transfers * detour * work.packets,
                                          work.blocks * work.max_packets, work.holders);
  run.bytes +=
      collective::min_transfers(parts.task.operation, work.ranks, 1) * work.max_packets * bytes_per_message;
  return run;
}

}  // namespace

Estimate estimate_collective(CollectiveAssembly const& parts) {
  auto const size = size_of(*parts.topology);
  auto const work = work_of(parts, size);
  Estimate all;
  if (!std::ranges::all_of(parts.algorithms, runs_in_rounds)) {
    all = estimate_network(size);
    if (parts.job) all = all.and_then(estimate_placing(*parts.machine, *parts.job));
    all = all.and_then(
        collective::estimate_bounds(parts.task.operation, work.ranks, static_cast<double>(size.channels)));
  }
  Estimate algorithms;
  for (auto const& spec : parts.algorithms)
    algorithms = algorithms.then(estimate_algorithm(spec, parts, work));
  if (parts.flits)
    for (auto const bytes : parts.bytes)
      algorithms = algorithms.then(
          parts.flits->estimate(size, work.ranks * parts.groups, work.hops, static_cast<double>(bytes)));
  return all.and_then(algorithms);
}

namespace {

using collective::Operation;

/// Returns the algorithm with all its parameters written out. Throws InputError for an unknown algorithm, for
/// invalid parameters, and for an algorithm that does not support the operation.
Spec resolve_algorithm(Spec const& spec, Operation operation) {
  auto names = CollectiveAlgorithms::names();
  std::ranges::copy(RoundsCollectives::names(), std::back_inserter(names));
  if (std::ranges::find(names, spec.name) == names.end())
    throw InputError("unknown algorithm '" + spec.name + "'", "", suggest(spec.name, names));
  auto const serving = collective_algorithms(operation);
  if (std::ranges::find(serving, spec.name) == serving.end())
    throw InputError(fmt::format("{} does not support {}", spec.name, collective::operation_name(operation)),
                     "", fmt::format("use {}", fmt::join(serving, ", ")));
  auto const resolve = []<class A>(std::type_identity<A>, typename A::Params const& params) {
    return to_spec<A>(params, true);
  };
  if (runs_in_rounds(spec)) return RoundsCollectives::pick_params(spec, resolve);
  return CollectiveAlgorithms::pick_params(spec, resolve);
}

/// Returns the algorithm as specified and, if it has an embedding, the algorithm with the other embedding.
std::vector<Spec> with_all_embeddings(Spec const& spec) {
  if (runs_in_rounds(spec)) return {spec};
  return CollectiveAlgorithms::pick_params(
      spec, [&]<class A>(std::type_identity<A>, typename A::Params params) -> std::vector<Spec> {
        if constexpr (requires { params.embedding; }) {
          using collective::Embedding;
          params.embedding = params.embedding == Embedding::rounds ? Embedding::slots : Embedding::rounds;
          return {spec, to_spec<A>(params, true)};
        }
        return {spec};
      });
}

/// Maximum number of ranks up to which `all` includes blockwise reductions. With more ranks, they take longer
/// than all other algorithms.
constexpr std::uint64_t max_ranks_by_blocks = 512;

/// Returns whether an algorithm sends a separate block between each pair of ranks, all together or slot by
/// slot.
bool simulates_blocks(Spec const& spec) {
  if (spec.name == collective::Direct::name) return true;
  auto const* const embedding = detail::find_argument(spec, "embedding");
  return embedding != nullptr && *embedding == "slots";
}

std::vector<Spec> all_algorithms(Operation operation, std::uint64_t ranks,
                                 std::vector<std::string>& omitted) {
  std::vector<Spec> algorithms;
  std::string names;
  for (auto const& name : collective_algorithms(operation))
    for (auto& spec : with_all_embeddings(resolve_algorithm({name, {}}, operation))) {
      bool const is_long =
          collective::adds(operation) && ranks > max_ranks_by_blocks && simulates_blocks(spec);
      if (is_long)
        names += (names.empty() ? "" : ", ") + spec.to_string();
      else
        algorithms.push_back(std::move(spec));
    }
  if (!names.empty())
    omitted.push_back(
        fmt::format("without algorithms that add block by block, which take long for more than {} ranks: {}; "
                    "specify one to run it",
                    max_ranks_by_blocks, names));
  return algorithms;
}

std::vector<Spec> read_algorithms(std::string const& text, Operation operation, std::uint64_t ranks,
                                  std::vector<std::string>& omitted) {
  std::vector<Spec> algorithms;
  if (text == "all")
    algorithms = all_algorithms(operation, ranks, omitted);
  else
    for (auto const& spec : parse_nested(text.starts_with('[') ? text : "[" + text + "]"))
      algorithms.push_back(resolve_algorithm(spec, operation));
  if (algorithms.empty()) throw InputError("--algorithm is empty", "", "specify an algorithm, or all");
  return algorithms;
}

bool has_root(Operation operation) {
  return operation != Operation::all_to_all && operation != Operation::reduce_scatter;
}

std::uint32_t read_root(Collective::Params const& request, std::uint64_t ranks) {
  if (!has_root(request.operation) && request.root != 0)
    throw InputError(fmt::format("{} has no root", collective::operation_name(request.operation)), "",
                     "omit root", "root");
  if (static_cast<std::uint64_t>(request.root) >= ranks)
    throw InputError(fmt::format("root={}", request.root), fmt::format("must be in [0, {}]", ranks - 1), "",
                     "root");
  return static_cast<std::uint32_t>(request.root);
}

std::uint32_t read_groups(std::uint32_t groups, std::uint64_t ranks) {
  if (ranks % groups != 0)
    throw InputError(fmt::format("groups={}", groups), fmt::format("must divide the {} ranks", ranks), "",
                     "groups");
  return groups;
}

std::vector<std::uint64_t> read_bytes(Collective::Params const& request) {
  if (request.operation != Operation::barrier)
    return collective::read_message_sizes(request.bytes.empty() ? "1M" : request.bytes);
  if (!request.bytes.empty())
    throw InputError("a barrier does not support bytes", "a barrier carries no data", "omit bytes", "bytes");
  return {0};
}

std::uint32_t read_packets(Collective::Params const& request) {
  if (request.packets == "best") return 1;
  auto const packets = read_integer("packets", request.packets);
  if (packets < 1 || packets > 0x7fffffff)
    throw InputError("packets=" + request.packets, "must be best or a number in [1, 2^31 - 1]", "",
                     "packets");
  if (request.operation == Operation::barrier && packets > 1)
    throw InputError("a barrier does not support packets", "a barrier carries no data", "omit packets",
                     "packets");
  return static_cast<std::uint32_t>(packets);
}

collective::Cost read_step_cost(Collective::Params const& request, AnyTopology const& topology) {
  if (request.hop < 0 && request.hop != -1)
    throw InputError("hop=" + format_number(request.hop), "must be -1 or a time", "", "hop");
  check_bandwidth(request.bandwidth);
  if (request.bandwidth != 0 && request.beta != Collective::Params{}.beta)
    throw InputError("bandwidth conflicts with beta", "both set the cost of a byte", "omit one of them",
                     "bandwidth");
  auto beta = request.bandwidth == 0 ? request.beta : 1 / request.bandwidth;
  if (auto const stated = topology.unit_rate(0); stated > 0 && beta > 0) beta = 1 / stated;
  return {request.alpha, beta, request.hop};
}

/// Returns the terminals of working routers; nullopt if no router has failed.
std::optional<std::vector<std::uint32_t>> terminals_that_work(RoutedMachine const& machine) {
  auto const failed = machine.failed_terminals();
  if (std::ranges::find(failed, true) == failed.end()) return {};
  std::vector<std::uint32_t> working;
  for (std::uint32_t e = 0; e < failed.size(); ++e)
    if (!failed[e]) working.push_back(e);
  return working;
}

/// Sets the machine, the routing, and the placement of the ranks unless there is one rank per terminal, in
/// order. For mappings that use the communication pattern, each rank sends to every other rank.
void assemble_ranks(Collective::Params const& request, CollectiveAssembly& parts) {
  auto const failures = failures_of(request, request.seed);
  bool const is_placed =
      request.mapping != default_mapping || request.grid != Sides{0} || !request.terminals.empty();
  if (!is_placed && request.routing == "default" && !failures.any()) return;
  parts.machine = std::make_shared<RoutedMachine const>(parts.topology, request.routing, failures);
  if (request.routing != "default") parts.routing = parts.machine->routing();
  parts.working = terminals_that_work(*parts.machine);
  if (!is_placed) return;
  LoadParams job;
  job.pattern = "all_to_all";
  job.mapping = request.mapping;
  job.grid = request.grid;
  job.seed = request.seed;
  bool const on_all = request.terminals.empty() && request.grid == Sides{0};
  parts.job = assemble_job(*parts.machine, job,
                           on_all && parts.working ? JobTerminals::text(*parts.working) : request.terminals);
}

/// Returns the program of `weft replay` that runs an algorithm.
std::string program_of(Spec const& algorithm) {
  bool const plans_channels = collective::make_algorithm(algorithm)->needs_machine();
  return fmt::format("{}:algorithm={}", plans_channels ? "schedule" : "operation", algorithm.name);
}

/// Removes all algorithms except in_network from `all`. Throws InputError if the request names another
/// algorithm.
void keep_in_network(Collective::Params const& request, CollectiveAssembly& parts) {
  auto const is_other = [](Spec const& it) { return it.name != collective::InNetwork::name; };
  if (!collective::InNetwork::serves(request.operation))
    throw InputError(
        fmt::format("engine flit does not support {}", collective::operation_name(request.operation)),
        "in_network supports broadcast, reduce, allreduce and barrier", "use engine=schedule", "engine");
  if (parts.all_algorithms) std::erase_if(parts.algorithms, is_other);
  parts.all_algorithms = false;  // a rejection of the only algorithm is an error
  if (auto const other = std::ranges::find_if(parts.algorithms, is_other); other != parts.algorithms.end())
    throw InputError(fmt::format("{} cannot run on engine flit", other->name),
                     runs_in_rounds(*other)
                         ? "the algorithm runs in rounds"
                         : fmt::format("weft replay --program {} runs it on flits", program_of(*other)),
                     "use in_network", "algorithm");
}

/// Returns the layout if an algorithm follows messages along cables.
std::optional<LayoutParams> layout_for(std::vector<Spec> const& algorithms, std::string const& text) {
  if (std::ranges::find(algorithms, Flooding::name, &Spec::name) != algorithms.end())
    return read_layout(text);
  if (!text.empty())
    throw InputError("layout needs algorithm=" + std::string(Flooding::name),
                     "only then are messages followed along cables",
                     "omit layout, or use allgather --algorithm flooding", "layout");
  return {};
}

}  // namespace

std::uint64_t num_ranks(CollectiveAssembly const& parts) {
  auto const ranks = parts.job       ? size_of(parts.job->grid)
                     : parts.working ? parts.working->size()
                                     : parts.topology->num_terminals();
  return ranks / parts.groups;
}

std::vector<std::string> collective_algorithms(Operation operation) {
  auto names = collective::algorithms_for(operation);
  RoundsCollectives::for_each([&]<class A>(std::type_identity<A>) {
    if (A::operation == operation) names.emplace_back(A::name);
  });
  return names;
}

bool runs_in_rounds(Spec const& algorithm) {
  auto const names = RoundsCollectives::names();
  return std::ranges::find(names, algorithm.name) != names.end();
}

CollectiveAssembly assemble_collective(Collective::Params const& request) {
  CollectiveAssembly parts{.topology = make_topology(request.topology)};
  require_terminals(*parts.topology);
  parts.rest = remaining(parts.topology, failures_of(request, request.seed));
  assemble_ranks(request, parts);
  parts.groups = read_groups(request.groups, num_ranks(parts));
  auto const ranks = num_ranks(parts);
  if (ranks > 0xfffffffe)
    throw InputError(fmt::format("too many ranks: {}", ranks), "the maximum is 2^32 - 2",
                     "use a smaller machine", "topology");
  parts.algorithms = at_place("algorithm", [&] {
    return read_algorithms(request.algorithm, request.operation, ranks, parts.omitted);
  });
  parts.all_algorithms = request.algorithm == "all";
  auto& task = parts.task;
  task.operation = request.operation;
  task.root = read_root(request, ranks);
  task.sends = request.sends;
  task.seed = static_cast<std::uint64_t>(request.seed);
  if (request.receivers != "all" && request.operation != Operation::broadcast)
    throw InputError(
        fmt::format("{} does not support receivers", collective::operation_name(request.operation)),
        "only a broadcast has receivers", "omit receivers", "receivers");
  task.receivers = collective::read_receivers(request.receivers, ranks, task.root, task.seed);
  task.packets = read_packets(request);
  parts.best_packets = request.packets == "best" && request.operation != Operation::barrier;
  parts.bytes = read_bytes(request);
  parts.cost = read_step_cost(request, *parts.topology);
  task.switching = parts.cost.switching();
  parts.flits = read_tree_engine(request, parts.cost);
  if (parts.flits) keep_in_network(request, parts);
  parts.layout = layout_for(parts.algorithms, request.layout);
  return parts;
}

}  // namespace weft::verb
