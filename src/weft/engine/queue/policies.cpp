// SPDX-License-Identifier: Apache-2.0
#include "weft/engine/queue/policies.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <utility>

namespace weft::queue {

void Fcfs::pass(Cluster& cluster) const { cluster.start_in_order(); }

namespace {

/// Expected start of a job according to the estimates of the running jobs (`shadow`), the number of other
/// nodes that are free then (`extra`), and, if the allocation selects specific nodes, their list (`kept`).
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
      free.release(cluster.nodes_of(running[i].job));
    if (auto nodes = cluster.place(job, free); !nodes.empty())
      return {end, free.count() - cluster.job(job).nodes, std::move(nodes)};
  }
  return {};
}

/// Starts a job that is not the first of the queue; returns whether it was started. Unless it `ends_before`
/// the reservation, it must not use reserved nodes.
bool start_behind(Cluster& cluster, std::uint32_t job, Reservation const& reservation, bool ends_before) {
  if (ends_before || reservation.kept.empty()) return cluster.start(job);
  auto allowed = cluster.free();
  NodeList kept;
  for (auto const node : reservation.kept)
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
      cluster.may_reject() ? reservation_of_nodes(cluster, first) : reservation_by_count(cluster, first);
  auto const next = [&](std::uint32_t from) {
    auto const free = cluster.free().count();
    auto const time = (reservation.shadow - cluster.now()) * (1 + 1e-12);  // rounded: only a first filter
    return cluster.waiting().next(from, std::min(free, reservation.extra), free, time);
  };
  for (auto job = next(first + 1); job != WaitingJobs::none && cluster.free().count() > 0;
       job = next(job + 1)) {
    auto const& waiting = cluster.job(job);
    bool const ends_before = cluster.now() + waiting.estimate <= reservation.shadow;
    if (!ends_before && waiting.nodes > reservation.extra) continue;
    if (start_behind(cluster, job, reservation, ends_before) && !ends_before)
      reservation.extra -= waiting.nodes;
  }
}

namespace {

/// Free nodes over time, according to the estimates and the reservations so far. `Free`: the number of free
/// nodes, or FreeNodes.
template <class Free>
class Plan {
 public:
  struct Step {
    double time;
    Free free;
  };
  explicit Plan(double now, Free free) { steps_.push_back({now, std::move(free)}); }

  Free const& now() const { return steps_.front().free; }
  /// Adds the end of a running job, which must not precede the last step; `give` frees its nodes.
  template <class Give>
  void add_end(double time, Give give) {
    if (steps_.back().time < time) steps_.push_back({time, steps_.back().free});
    give(steps_.back().free);
  }
  std::size_t size() const { return steps_.size(); }
  Step const& operator[](std::size_t i) const { return steps_[i]; }
  /// Returns the end of an interval of length `time` that starts at step `i`; the interval is never empty.
  double end(std::size_t i, double time) const {
    return std::max(steps_[i].time + time,
                    std::nextafter(steps_[i].time, std::numeric_limits<double>::infinity()));
  }
  /// Reserves nodes for a duration `time` from step `i` on; `take` removes them from the free nodes of a
  /// step.
  template <class Take>
  void reserve(std::size_t i, double time, Take take) {
    auto const until = end(i, time);
    auto last = i;
    for (; last < steps_.size() && steps_[last].time < until; ++last) {}
    if (last == steps_.size() || steps_[last].time > until)
      steps_.insert(steps_.begin() + static_cast<std::ptrdiff_t>(last), Step{until, steps_[last - 1].free});
    for (; i < last; ++i) take(steps_[i].free);
  }

 private:
  std::vector<Step> steps_;
};

/// Calls add(expected end, job) for each running job, in order of expected end.
template <class Add>
void for_each_end(Cluster const& cluster, Add add) {
  for (auto const& running : cluster.running()) add(cluster.expected_end(running), running.job);
}

/// Returns whether any waiting job at or after index `from` fits in `free` nodes.
bool any_fits(Cluster const& cluster, std::uint32_t from, std::uint32_t free) {
  return free > 0 && cluster.waiting().next(from, free, free, 0) != WaitingJobs::none;
}

/// Returns the next waiting job at or after index `from`.
std::uint32_t next_job(Cluster const& cluster, std::uint32_t from) {
  return cluster.waiting().next(from, WaitingJobs::none - 1, WaitingJobs::none - 1, 0);
}

/// Returns the first step from which `nodes` nodes remain free for a duration `time`.
std::size_t earliest(Plan<std::uint32_t> const& plan, std::uint32_t nodes, double time) {
  for (std::size_t i = 0;; ++i) {
    if (plan[i].free < nodes) continue;
    auto const until = plan.end(i, time);
    auto next = i + 1;
    while (next < plan.size() && plan[next].time < until && plan[next].free >= nodes) ++next;
    if (next == plan.size() || plan[next].time >= until) return i;
    i = next;
  }
}

void pass_by_count(Cluster& cluster) {
  Plan<std::uint32_t> plan(cluster.now(), cluster.free().count());
  for_each_end(cluster, [&](double end, std::uint32_t job) {
    plan.add_end(end, [&](std::uint32_t& free) { free += cluster.job(job).nodes; });
  });
  for (auto job = cluster.waiting().first(); job != WaitingJobs::none && any_fits(cluster, job, plan.now());
       job = next_job(cluster, job + 1)) {
    auto const& waiting = cluster.job(job);
    auto const step = earliest(plan, waiting.nodes, waiting.estimate);
    plan.reserve(step, waiting.estimate, [&](std::uint32_t& free) { free -= waiting.nodes; });
    if (step == 0) cluster.start(job);
  }
}

/// A step of a plan, and nodes that are free from this step on for the duration that a job estimates.
struct Place {
  std::size_t step;
  NodeList nodes;
};
Place earliest_place(Cluster const& cluster, Plan<FreeNodes> const& plan, std::uint32_t job) {
  auto const& waiting = cluster.job(job);
  for (std::size_t i = 0; i < plan.size(); ++i) {
    if (plan[i].free.count() < waiting.nodes) continue;
    auto common = plan[i].free;
    auto const until = plan.end(i, waiting.estimate);
    for (auto next = i + 1; next < plan.size() && plan[next].time < until; ++next)
      common.keep_common(plan[next].free);
    if (auto nodes = cluster.place(job, common); !nodes.empty()) return {i, std::move(nodes)};
  }
  return {plan.size(), {}};
}

void pass_by_nodes(Cluster& cluster) {
  Plan<FreeNodes> plan(cluster.now(), cluster.free());
  for_each_end(cluster, [&](double end, std::uint32_t job) {
    plan.add_end(end, [&](FreeNodes& free) { free.release(cluster.nodes_of(job)); });
  });
  for (auto job = cluster.waiting().first();
       job != WaitingJobs::none && any_fits(cluster, job, plan.now().count());
       job = next_job(cluster, job + 1)) {
    auto place = earliest_place(cluster, plan, job);
    if (place.nodes.empty()) continue;  // not even on the idle machine
    plan.reserve(place.step, cluster.job(job).estimate, [&](FreeNodes& free) { free.take(place.nodes); });
    if (place.step == 0) cluster.start_on(job, std::move(place.nodes));
  }
}

}  // namespace

void Conservative::pass(Cluster& cluster) const {
  if (cluster.may_reject())
    pass_by_nodes(cluster);
  else
    pass_by_count(cluster);
}

}  // namespace weft::queue
