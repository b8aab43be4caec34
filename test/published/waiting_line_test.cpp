// SPDX-License-Identifier: Apache-2.0
// One-node jobs with Poisson arrivals and exponential run times: the mean wait of M/M/c (A. K. Erlang, 1917).
#include <cmath>

#include <gtest/gtest.h>

#include "support/queue_run.hpp"
#include "weft/core/random.hpp"
#include "weft/core/statistics.hpp"

namespace weft {
namespace {

using namespace queue;

/// Returns the mean wait in units of the mean service time.
double erlang_c_wait(double servers, double rate) {
  double term = 1, sum = 0;
  for (double k = 0; k < servers; ++k) {
    sum += term;
    term *= rate / (k + 1);
  }
  auto const waiting = term * servers / (servers - rate);
  return waiting / (sum + waiting) / (servers - rate);
}

TEST(PublishedWaitingLine, MeanWaitMatchesErlang) {
  constexpr std::size_t count = 400'000, batches = 40;
  for (auto const& [servers, load] : {std::pair{1, 0.5}, {4, 0.8}, {16, 0.9}}) {
    Rng rng(17, Purpose::test, static_cast<std::uint64_t>(servers));
    std::vector<Job> jobs(count);
    double time = 0;
    for (std::size_t i = 0; i < count; ++i) {
      time -= std::log1p(-rng.uniform()) / (servers * load);
      auto const run = -std::log1p(-rng.uniform());
      jobs[i] = {
          .number = static_cast<std::int64_t>(i), .submit = time, .run = run, .nodes = 1, .estimate = run};
    }
    auto const topology = servers == 1 ? "mesh:sides=1" : "mesh:sides=" + std::to_string(servers);
    auto const outcome = run_jobs(jobs, nodes_of(topology), "fcfs");
    RunningStatistics means;
    for (std::size_t b = 1; b < batches; ++b) {  // the first batch is the warm-up
      RunningStatistics batch;
      for (std::size_t i = b * (count / batches); i < (b + 1) * (count / batches); ++i)
        batch.add(outcome.jobs[i].start - jobs[i].submit);
      means.add(batch.mean());
    }
    EXPECT_NEAR(means.mean(), erlang_c_wait(servers, servers * load), confidence_half_width(means, 0.999))
        << servers << " servers";
  }
}

}  // namespace
}  // namespace weft
