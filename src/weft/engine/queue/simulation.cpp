// SPDX-License-Identifier: Apache-2.0
#include "weft/engine/queue/simulation.hpp"

#include <algorithm>
#include <limits>
#include <queue>
#include <utility>

#include <fmt/format.h>

#include "weft/core/error.hpp"

namespace weft::queue {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

class Simulation {
 public:
  explicit Simulation(QueueSetting const& setting)
      : setting_(setting),
        jobs_(setting.jobs),
        cluster_(setting.jobs, setting.nodes, setting.allocation),
        work_(setting.jobs.size()) {
    outcome_.jobs.resize(jobs_.size());
  }

  QueueOutcome run() {
    setting_.progress.start("jobs", jobs_.size(), "jobs");
    while (true) {
      auto const now = std::min(next_submission(), next_end());
      if (now == infinity) break;
      cluster_.go_to(now);
      while (next_end() == now) end_next();
      for (; next_submission() == now; ++submitted_) cluster_.submit(submitted_);
      setting_.pass(cluster_);
      for (auto const job : cluster_.take_started()) start(job);
      if (setting_.interference != nullptr) change_speeds();
      note_moment();
      if (cluster_.running().empty() && next_submission() == infinity && !cluster_.waiting().empty())
        reject_first();
    }
    setting_.progress.finish();
    return std::move(outcome_);
  }

 private:
  /// Remaining work of a running job.
  struct Work {
    double left = 0;  ///< remaining seconds at full speed
    double speed = 1;
    double since = 0;           ///< time of the last update of `left`
    double end = infinity;      ///< end at the current speed
    std::uint32_t version = 0;  ///< version of the current end event; older events are ignored
  };
  struct End {
    double time;
    std::uint32_t job, version;
    bool operator>(End const& other) const { return std::pair(time, job) > std::pair(other.time, other.job); }
  };

  double next_submission() const { return submitted_ < jobs_.size() ? jobs_[submitted_].submit : infinity; }
  double next_end() {
    while (!ends_.empty() && ends_.top().version != work_[ends_.top().job].version) ends_.pop();
    return ends_.empty() ? infinity : ends_.top().time;
  }

  void plan_end(std::uint32_t job) {
    auto& work = work_[job];
    work.end = work.since + work.left / work.speed;
    if (setting_.strict) {
      auto const latest = outcome_.jobs[job].start + jobs_[job].estimate;
      outcome_.jobs[job].cut = latest < work.end;
      work.end = std::min(work.end, latest);
    }
    ends_.push({work.end, job, ++work.version});
  }

  void start(std::uint32_t job) {
    outcome_.jobs[job].start = cluster_.now();
    work_[job].left = jobs_[job].duration();
    work_[job].since = cluster_.now();
    plan_end(job);
    auto const& nodes = cluster_.nodes_of(job);
    if (setting_.started) setting_.started(job, nodes);
    if (setting_.interference != nullptr) setting_.interference->start(job, nodes);
  }

  void end_next() {
    auto const job = ends_.top().job;
    ends_.pop();
    ++work_[job].version;
    outcome_.jobs[job].end = cluster_.now();
    cluster_.end(job);
    if (setting_.interference != nullptr) setting_.interference->end(job);
    setting_.progress.advance();
  }

  void change_speeds() {
    auto const now = cluster_.now();
    for (auto const& [job, speed] : setting_.interference->changed_speeds()) {
      auto& work = work_[job];
      work.left = std::max(0.0, work.left - (now - work.since) * work.speed);
      work.since = now;
      work.speed = speed;
      plan_end(job);
    }
  }

  void note_moment() {
    auto const& waiting = cluster_.waiting();
    auto const free = cluster_.free().count();
    bool const blocked = !waiting.empty() && jobs_[waiting.first()].nodes <= free;
    outcome_.moments.push_back(
        {cluster_.now(), setting_.nodes.size() - free, waiting.count(), waiting.nodes(), blocked});
  }

  [[noreturn]] void reject_first() const {
    auto const& job = jobs_[cluster_.waiting().first()];
    throw InputError(fmt::format("job {} of {} nodes never starts", job.number, job.nodes),
                     "the allocation cannot place the job even on the idle machine", "", "allocation");
  }

  QueueSetting const& setting_;
  std::span<Job const> jobs_;
  Cluster cluster_;
  std::vector<Work> work_;
  std::priority_queue<End, std::vector<End>, std::greater<>> ends_;
  std::uint32_t submitted_ = 0;
  QueueOutcome outcome_;
};

}  // namespace

QueueOutcome run_queue(QueueSetting const& setting) { return Simulation(setting).run(); }

}  // namespace weft::queue
