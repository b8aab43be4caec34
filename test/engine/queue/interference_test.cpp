// SPDX-License-Identifier: Apache-2.0
#include "weft/engine/queue/interference.hpp"

#include <algorithm>
#include <cmath>
#include <set>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "support/queue_run.hpp"

namespace weft::queue {
namespace {

constexpr std::uint32_t channels = 6;

struct Case {
  std::vector<Job> jobs;
  std::vector<std::vector<double>> load;  ///< by job and channel
};

Case random_case() {
  Case it;
  double submit = 0;
  for (int i = 0, count = *rc::gen::inRange(1, 12); i < count; ++i) {
    double const run = *rc::gen::inRange(1, 30);
    it.jobs.push_back({.number = i,
                       .submit = submit += *rc::gen::inRange(0, 8),
                       .run = run,
                       .nodes = *rc::gen::inRange(1u, 5u),
                       .estimate = run + *rc::gen::inRange(0, 9),
                       .communication = *rc::gen::element(-1.0, 0.0, 0.3, 1.0)});
    it.load.emplace_back();
    for (std::uint32_t c = 0; c < channels; ++c)
      it.load.back().push_back(*rc::gen::element(0, 0, 1, 2, 5) / 4.0);
  }
  return it;
}

/// Returns the slowdown of the communication of a running job, by definition.
double slow_down_of(Case const& it, std::set<std::size_t> const& running, std::size_t job,
                    InterferenceModel model, std::vector<double> const& part) {
  auto const max_load = [&](std::size_t j) { return *std::ranges::max_element(it.load[j]); };
  double slowest = 1;
  for (std::uint32_t c = 0; c < channels; ++c) {
    if (it.load[job][c] == 0) continue;
    double all = 0, busy = 0, relative = 0;
    for (auto const k : running) {
      all += it.load[k][c];
      if (it.load[k][c] == 0) continue;
      relative += it.load[k][c] / max_load(k);
      if (k != job) busy += part[k] * it.load[k][c] / max_load(k);
    }
    auto const mine = it.load[job][c] / max_load(job);
    slowest = std::max(slowest, model == InterferenceModel::worst
                                    ? all / max_load(job)
                                    : mine / std::max(1 - std::min(1.0, busy), mine / relative));
  }
  return slowest;
}

/// The speeds by definition, integrated over the run of a job, must equal the work of the job.
RC_GTEST_PROP(QueueInterference, MatchesTheDefinition, ()) {
  auto const it = random_case();
  auto const nodes = nodes_of("ring:routers=8");
  auto const model = *rc::gen::element(InterferenceModel::load, InterferenceModel::worst);
  std::vector<double> part;
  for (auto const& job : it.jobs) part.push_back(job.communication < 0 ? 0.25 : job.communication);
  Interference interference(it.jobs, model, 0.25, channels,
                            [&](std::uint32_t job, NodeList const&, auto& loads) {
                              for (std::uint32_t c = 0; c < channels; ++c)
                                if (it.load[job][c] > 0) loads.push_back({c, it.load[job][c]});
                            });
  auto const outcome =
      run_jobs(it.jobs, nodes, *rc::gen::element<std::string>("fcfs", "easy"), "first_free", &interference);
  std::set<double> moments;
  for (auto const& times : outcome.jobs) moments.insert({times.start, times.end});
  std::vector<double> done(it.jobs.size(), 0);
  for (auto from = moments.begin(); std::next(from) != moments.end(); ++from) {
    auto const to = *std::next(from);
    std::set<std::size_t> running;
    for (std::size_t j = 0; j < it.jobs.size(); ++j)
      if (outcome.jobs[j].start <= *from && outcome.jobs[j].end >= to) running.insert(j);
    for (auto const j : running)
      done[j] += (to - *from) / (1 - part[j] + part[j] * slow_down_of(it, running, j, model, part));
  }
  for (std::size_t j = 0; j < it.jobs.size(); ++j)
    RC_ASSERT(std::abs(done[j] - it.jobs[j].duration()) < 1e-9 * (1 + it.jobs[j].duration()));
}

TEST(QueueInterference, SlowsDownTwoJobsThatShareAChannel) {
  std::vector<Job> const jobs{{.number = 1, .submit = 0, .run = 10, .nodes = 1, .estimate = 10},
                              {.number = 2, .submit = 0, .run = 10, .nodes = 1, .estimate = 10}};
  auto const nodes = nodes_of("ring:routers=4");
  auto const end = [&](InterferenceModel model) {
    Interference interference(jobs, model, 0.5, 1, [](auto, NodeList const&, auto& loads) {
      loads.push_back({0, 3.0});
    });
    return run_jobs(jobs, nodes, "fcfs", "first_free", &interference).jobs[0].end;
  };
  EXPECT_DOUBLE_EQ(end(InterferenceModel::worst), 15);  // half of the time at half speed
  EXPECT_DOUBLE_EQ(end(InterferenceModel::load), 15);   // the other job runs half of the time
}

TEST(QueueInterference, KillsJobsAtTheirEstimatesIfStrict) {
  std::vector<Job> const jobs{{.number = 1, .submit = 0, .run = 10, .nodes = 1, .estimate = 12},
                              {.number = 2, .submit = 0, .run = 10, .nodes = 1, .estimate = 100}};
  auto const nodes = nodes_of("ring:routers=4");
  auto const bound = make_allocation({"first_free", {}}, {&nodes, 1});
  Interference interference(jobs, InterferenceModel::worst, 1, 1, [](auto, NodeList const&, auto& loads) {
    loads.push_back({0, 1.0});
  });
  auto const outcome = run_queue({.jobs = jobs,
                                  .nodes = nodes,
                                  .allocation = *bound.allocation,
                                  .pass = [](Cluster& cluster) { cluster.start_in_order(); },
                                  .interference = &interference,
                                  .strict = true});
  EXPECT_EQ(outcome.jobs[0].end, 12);
  EXPECT_TRUE(outcome.jobs[0].cut);
  EXPECT_DOUBLE_EQ(outcome.jobs[1].end, 16);  // 6 s of work are complete by then, 4 s remain alone
  EXPECT_FALSE(outcome.jobs[1].cut);
}

}  // namespace
}  // namespace weft::queue
