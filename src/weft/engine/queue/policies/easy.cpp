#include "weft/engine/queue/policies/easy.hpp"

#include <algorithm>
#include <limits>
#include <utility>

namespace weft::queue {
namespace {

/// When a job finds a place by the estimates of those that run, how many nodes it leaves then, and, if it
/// needs certain ones, which.
struct Reservation {
  double shadow = std::numeric_limits<double>::infinity();
  std::uint32_t extra = 0;
  NodeList kept = {};
};

Reservation reservation_by_count(Cluster const& cluster, std::uint32_t job) {
  auto const needed = cluster.job(job).nodes;
  auto free = cluster.free().count();
  auto const running = cluster.running();
  for (std::size_t i = 0; i < running.size();) {
    auto const end = cluster.expected_end(running[i]);
    for (; i < running.size() && cluster.expected_end(running[i]) == end; ++i)
      free += cluster.job(running[i].job).nodes;
    if (free >= needed) return {end, free - needed};
  }
  return {};
}

Reservation reservation_of_nodes(Cluster const& cluster, std::uint32_t job) {
  auto free = cluster.free();
  auto const running = cluster.running();
  for (std::size_t i = 0; i < running.size();) {
    auto const end = cluster.expected_end(running[i]);
    for (; i < running.size() && cluster.expected_end(running[i]) == end; ++i)
      free.give_back(cluster.nodes_of(running[i].job));
    if (auto nodes = cluster.place(job, free); !nodes.empty())
      return {end, free.count() - cluster.job(job).nodes, std::move(nodes)};
  }
  return {};
}

/// Starts a job behind the first one. One that runs longer than until the reservation gets none of the nodes
/// that are kept.
bool start_behind(Cluster& cluster, std::uint32_t job, Reservation const& it, bool ends_before) {
  if (ends_before || it.kept.empty()) return cluster.start(job);
  auto allowed = cluster.free();
  NodeList kept;
  for (auto const node : it.kept)
    if (allowed.is_free(node)) kept.push_back(node);
  allowed.take(kept);
  auto nodes = cluster.place(job, allowed);
  if (nodes.empty()) return false;
  cluster.start_on(job, std::move(nodes));
  return true;
}

}  // namespace

void Easy::pass(Cluster& cluster) const {
  cluster.start_in_order();
  if (cluster.waiting().count() < 2 || cluster.free().count() == 0) return;
  auto const first = cluster.waiting().first();
  auto reservation =
      cluster.may_refuse() ? reservation_of_nodes(cluster, first) : reservation_by_count(cluster, first);
  auto const next = [&](std::uint32_t from) {
    auto const free = cluster.free().count();
    auto const time = (reservation.shadow - cluster.now()) * (1 + 1e-12);  // rounded: only a first sieve
    return cluster.waiting().next(from, std::min(free, reservation.extra), free, time);
  };
  for (auto job = next(first + 1); job != WaitingJobs::none && cluster.free().count() > 0;
       job = next(job + 1)) {
    auto const& it = cluster.job(job);
    bool const ends_before = cluster.now() + it.estimate <= reservation.shadow;
    if (!ends_before && it.nodes > reservation.extra) continue;
    if (start_behind(cluster, job, reservation, ends_before) && !ends_before) reservation.extra -= it.nodes;
  }
}

}  // namespace weft::queue
