#include "weft/verb/collective/estimate.hpp"

#include <algorithm>
#include <cmath>

#include "weft/engine/schedule/execute.hpp"
#include "weft/network/network.hpp"
#include "weft/workload/estimate.hpp"
#include "weft/workload/rounds/catalog.hpp"

namespace weft::verb {
namespace {

using collective::Operation;

/// What decides the cost of an operation, whatever its algorithm.
struct CollectiveWork {
  double ranks = 0, hops = 0;
  double transfers = 0;  ///< of messages of one block each
  double blocks = 0;     ///< of all messages of one block each
  double holders = 1;    ///< ranks that may hold a block at once
  double packets = 1;    ///< the sum over all executions of an algorithm
  double most_packets = 1;
};

/// The number of packets at which a pipeline of that many steps is fastest, for messages that keep a channel
/// busy for `width` slots. The search doubles the packets until it has passed it.
double best_packets(collective::Cost const& cost, double steps, double width, double bytes) {
  if (cost.alpha <= 0) return 1024;
  return std::max(std::sqrt(steps * cost.beta * bytes / (cost.alpha * width)), 1.0);
}

CollectiveWork work_of(CollectiveAssembly const& parts, NetworkSize const& size) {
  auto const operation = parts.task.operation;
  CollectiveWork work{.ranks = static_cast<double>(num_ranks(parts)), .hops = mean_hops(*parts.topology)};
  work.transfers = collective::least_transfers(operation, work.ranks, work.hops);
  bool const between_all = operation == Operation::all_to_all;
  bool const of_one = operation == Operation::broadcast || operation == Operation::reduce ||
                      operation == Operation::allreduce || operation == Operation::barrier;
  work.blocks = between_all ? work.ranks * work.ranks : of_one ? 1 : work.ranks;
  work.holders = between_all ? 1 : work.ranks;
  work.packets = work.most_packets = parts.task.packets;
  if (parts.best_packets) {
    auto const width = std::max(work.transfers / std::max(static_cast<double>(size.channels), 1.0), 1.0);
    auto const best = best_packets(parts.cost, 2 * work.hops, width, static_cast<double>(parts.bytes.back()));
    work.most_packets = 2 * best;
    work.packets = width > 1 ? 2 * best : 4 * best;
  }
  // Algorithms for large vectors cut them into a block for each rank.
  if (operation == Operation::allreduce || operation == Operation::reduce_scatter) {
    work.packets = std::max(work.packets, work.ranks);
    work.most_packets = std::max(work.most_packets, work.ranks);
  }
  return work;
}

Estimate estimate_algorithm(Spec const& spec, CollectiveAssembly const& parts, CollectiveWork const& work) {
  if (runs_in_rounds(spec))
    return RoundsCollectives::pick(spec, [&](auto const& it) { return it.estimate(*parts.topology); });
  auto const algorithm = collective::make_algorithm(spec);
  // Messages between ranks occupy all channels of their paths; the counts of sums assume one channel.
  bool const between_ranks = !algorithm->needs_machine() && collective::adds(parts.task.operation);
  auto const detour = algorithm->detour() * (between_ranks ? std::max(work.hops, 1.0) : 1);
  constexpr double bytes_per_message = 40;  // of the plan of the longest execution
  auto run = schedule::estimate_execution(work.transfers * detour * work.packets,
                                          work.blocks * work.most_packets, work.holders);
  run.bytes += collective::least_transfers(parts.task.operation, work.ranks, 1) * work.most_packets *
               bytes_per_message;
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

}  // namespace weft::verb
