#include "weft/engine/queue/cluster.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace weft::queue {

Cluster::Cluster(std::span<Job const> jobs, Nodes const& nodes, Allocation const& allocation)
    : jobs_(jobs),
      allocation_(allocation),
      waiting_(jobs),
      free_(nodes),
      given_(jobs.size()),
      expected_(jobs.size(), 0) {}

double Cluster::expected_end(RunningJob const& it) const {
  if (it.expected_end > now_) return it.expected_end;
  return std::nextafter(now_, std::numeric_limits<double>::infinity());
}

NodeList Cluster::place(std::uint32_t job, FreeNodes const& among) const {
  if (jobs_[job].nodes > among.count()) return {};
  return allocation_.place(among, jobs_[job].nodes, job);
}

bool Cluster::start(std::uint32_t job) {
  auto nodes = place(job, free_);
  if (nodes.empty()) return false;
  start_on(job, std::move(nodes));
  return true;
}

void Cluster::start_on(std::uint32_t job, NodeList nodes) {
  waiting_.remove(job);
  free_.take(nodes);
  given_[job] = std::move(nodes);
  expected_[job] = now_ + jobs_[job].estimate;
  RunningJob const it{expected_[job], job};
  running_.insert(std::ranges::upper_bound(running_, it), it);
  started_.push_back(job);
}

void Cluster::start_in_order() {
  while (!waiting_.empty() && start(waiting_.first())) {}
}

void Cluster::end(std::uint32_t job) {
  free_.give_back(given_[job]);
  NodeList().swap(given_[job]);
  running_.erase(std::ranges::lower_bound(running_, RunningJob{expected_[job], job}));
}

std::vector<std::uint32_t> Cluster::take_started() { return std::exchange(started_, {}); }

}  // namespace weft::queue
