// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "weft/engine/queue/job.hpp"

namespace weft {

/// The starts of jobs on interchangeable nodes, the plain way: at each moment all ends and submissions, then
/// one pass over lists; free nodes are counted again by asking every job. Shares no code with engine/queue.
class QueueOracle {
 public:
  QueueOracle(std::vector<queue::Job> jobs, std::uint32_t nodes, std::string policy)
      : jobs_(std::move(jobs)), nodes_(nodes), policy_(std::move(policy)), start_(jobs_.size(), -1) {}

  std::vector<double> starts() {
    std::vector<double> moments;
    for (auto const& job : jobs_) moments.push_back(job.submit);
    while (!moments.empty()) {
      auto const now = *std::min_element(moments.begin(), moments.end());
      std::erase(moments, now);
      for (auto const job : pass(now)) {
        start_[job] = now;
        moments.push_back(now + jobs_[job].duration());
      }
    }
    return start_;
  }

 private:
  using Usage = std::vector<std::pair<std::pair<double, double>, std::uint32_t>>;  // from, to, nodes

  std::uint32_t used(Usage const& usage, double time) const {
    std::uint32_t sum = 0;
    for (auto const& [span, count] : usage)
      if (span.first <= time && time < span.second) sum += count;
    return sum;
  }
  /// What runs at `now`, as long as users say.
  Usage running(double now) const {
    Usage usage;
    for (std::size_t i = 0; i < jobs_.size(); ++i)
      if (start_[i] >= 0 && start_[i] + jobs_[i].duration() > now)
        usage.push_back({{start_[i], start_[i] + jobs_[i].estimate}, jobs_[i].nodes});
    return usage;
  }
  bool fits(Usage const& usage, queue::Job const& job, double from) const {
    std::vector<double> times{from};
    for (auto const& [span, count] : usage)
      if (span.first > from && span.first < from + job.estimate) times.push_back(span.first);
    return std::all_of(times.begin(), times.end(),
                       [&](double time) { return used(usage, time) + job.nodes <= nodes_; });
  }
  double earliest(Usage const& usage, queue::Job const& job, double now) const {
    std::vector<double> times{now};
    for (auto const& [span, count] : usage) times.push_back(std::max(now, span.second));
    std::sort(times.begin(), times.end());
    for (auto const time : times)
      if (fits(usage, job, time)) return time;
    return std::numeric_limits<double>::infinity();
  }

  std::vector<std::size_t> pass(double now) {
    std::vector<std::size_t> waiting, started;
    for (std::size_t i = 0; i < jobs_.size(); ++i)
      if (start_[i] < 0 && jobs_[i].submit <= now) waiting.push_back(i);
    auto usage = running(now);
    auto const begin = [&](std::size_t i) {
      usage.push_back({{now, now + jobs_[i].estimate}, jobs_[i].nodes});
      started.push_back(i);
    };
    if (policy_ == "conservative") {
      for (auto const i : waiting) {
        auto const time = earliest(usage, jobs_[i], now);
        usage.push_back({{time, time + jobs_[i].estimate}, jobs_[i].nodes});
        if (time == now) started.push_back(i);
      }
      return started;
    }
    std::size_t next = 0;
    for (; next < waiting.size() && used(usage, now) + jobs_[waiting[next]].nodes <= nodes_; ++next)
      begin(waiting[next]);
    if (policy_ == "fcfs" || next == waiting.size()) return started;
    // The first one that waits starts at its reservation whatever is started now, so it is kept in the table.
    auto const& first = jobs_[waiting[next]];
    auto const shadow = earliest(usage, first, now);
    usage.push_back({{shadow, std::numeric_limits<double>::infinity()}, first.nodes});
    for (++next; next < waiting.size(); ++next) {
      auto const& job = jobs_[waiting[next]];
      bool const free_now = used(usage, now) + job.nodes <= nodes_;
      bool const harmless = now + job.estimate <= shadow || used(usage, shadow) + job.nodes <= nodes_;
      if (free_now && harmless) begin(waiting[next]);
    }
    return started;
  }

  std::vector<queue::Job> jobs_;
  std::uint32_t nodes_;
  std::string policy_;
  std::vector<double> start_;
};

}  // namespace weft
