// SPDX-License-Identifier: Apache-2.0
#include "weft/engine/queue/cluster.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace weft::queue {

WaitingJobs::WaitingJobs(std::span<Job const> jobs)
    : jobs_(jobs), needs_(jobs.size(), none), blocks_(jobs.size() / block + 1) {}

void WaitingJobs::refresh(std::uint32_t of) {
  Block fresh{none, std::numeric_limits<double>::infinity()};
  auto const end = std::min<std::size_t>(std::size_t{of + 1} * block, needs_.size());
  for (std::size_t job = std::size_t{of} * block; job < end; ++job) {
    if (needs_[job] == none) continue;
    fresh.nodes = std::min(fresh.nodes, needs_[job]);
    fresh.estimate = std::min(fresh.estimate, jobs_[job].estimate);
  }
  blocks_[of] = fresh;
}

void WaitingJobs::add(std::uint32_t job) {
  needs_[job] = jobs_[job].nodes;
  auto& of = blocks_[job / block];
  of.estimate = of.nodes == none ? jobs_[job].estimate : std::min(of.estimate, jobs_[job].estimate);
  of.nodes = std::min(of.nodes, jobs_[job].nodes);
  ++count_;
  nodes_ += jobs_[job].nodes;
  end_ = std::max(end_, job + 1);
  begin_ = count_ == 1 ? job / block : std::min(begin_, job / block);
}

void WaitingJobs::remove(std::uint32_t job) {
  needs_[job] = none;
  refresh(job / block);
  --count_;
  nodes_ -= jobs_[job].nodes;
  while (begin_ + 1 < blocks_.size() && count_ > 0 && blocks_[begin_].nodes == none) ++begin_;
}

std::uint32_t WaitingJobs::next(std::uint32_t from, std::uint32_t any, std::uint32_t brief,
                                double time) const {
  if (count_ == 0) return none;
  for (auto job = std::max(from, begin_ * block); job < end_;) {
    auto const& of = blocks_[job / block];
    auto const end = std::min((job / block + 1) * block, end_);
    if (of.nodes == none || !fits(of.nodes, of.estimate, any, brief, time)) {
      job = end;
      continue;
    }
    for (; job < end; ++job)
      if (needs_[job] != none && fits(needs_[job], jobs_[job].estimate, any, brief, time)) return job;
  }
  return none;
}

Cluster::Cluster(std::span<Job const> jobs, Nodes const& nodes, Allocation const& allocation)
    : jobs_(jobs),
      allocation_(allocation),
      waiting_(jobs),
      free_(nodes),
      given_(jobs.size()),
      expected_(jobs.size(), 0) {}

double Cluster::expected_end(RunningJob const& running) const {
  if (running.expected_end > now_) return running.expected_end;
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
  free_.release(given_[job]);
  NodeList().swap(given_[job]);
  running_.erase(std::ranges::lower_bound(running_, RunningJob{expected_[job], job}));
}

std::vector<std::uint32_t> Cluster::take_started() { return std::exchange(started_, {}); }

}  // namespace weft::queue
