// SPDX-License-Identifier: Apache-2.0
#include "weft/study/series.hpp"

#include <cmath>
#include <set>

#include <gtest/gtest.h>

#include "support/scratch.hpp"
#include "weft/core/parallel.hpp"
#include "weft/io/atomic_file.hpp"
#include "weft/study/study.hpp"

namespace weft::study {
namespace {

/// Returns the values at which an axis samples a curve, in the order of the requests.
template <class Curve>
std::vector<AdaptiveAxis::Sample> sampled(AdaptiveAxis const& axis, Curve const& curve) {
  std::vector<AdaptiveAxis::Sample> samples;
  for (;;) {
    auto const next = axis.next(samples);
    if (next.empty() || samples.size() > 1000) return samples;
    for (double const x : next) samples.push_back({x, curve(x)});
  }
}

std::set<double> sampled_values(std::vector<AdaptiveAxis::Sample> const& samples) {
  std::set<double> values;
  for (auto const& [x, y] : samples) values.insert(x);
  return values;
}

AdaptiveAxis axis_over(AdaptiveAxis::Kind kind, double from, double to, bool whole, double precision) {
  AdaptiveAxis axis;
  axis.kind = kind;
  axis.from = from;
  axis.to = to;
  axis.integral = whole;
  axis.precision = precision;
  return axis;
}

TEST(AdaptiveAxisTest, BisectionFindsTheFirstInteger) {
  auto const axis = axis_over(AdaptiveAxis::Kind::bisect, 1, 100, true, 1);
  for (double const first : {2.0, 37.0, 99.0, 100.0}) {
    auto const values = sampled_values(sampled(axis, [&](double x) { return x >= first ? 1.0 : 0.0; }));
    EXPECT_TRUE(values.contains(first) && values.contains(first - 1)) << first;
    EXPECT_LE(values.size(), 9U) << first;
  }
}

TEST(AdaptiveAxisTest, BisectionStopsIfTheEndsAgree) {
  auto const axis = axis_over(AdaptiveAxis::Kind::bisect, 0, 1, false, 0.01);
  EXPECT_EQ(sampled(axis, [](double) { return 0.0; }).size(), 2U);
  EXPECT_EQ(sampled(axis, [](double) { return 1.0; }).size(), 2U);
  auto const values = sampled_values(sampled(axis, [](double x) { return x > 0.3 ? 1.0 : 0.0; }));
  EXPECT_EQ(values.size(), 9U) << "0, 1, and 7 halvings to 1/128";
}

TEST(AdaptiveAxisTest, RefinementAddsNoPointsToALine) {
  auto axis = axis_over(AdaptiveAxis::Kind::refine, 0, 1, false, 0.02);
  EXPECT_EQ(sampled(axis, [](double x) { return 3 * x; }).size(), axis.min_count);
  EXPECT_EQ(sampled(axis, [](double) { return 2.0; }).size(), axis.min_count);
}

TEST(AdaptiveAxisTest, RefinementAddsPointsAtAKnee) {
  auto axis = axis_over(AdaptiveAxis::Kind::refine, 0, 1, false, 0.02);
  axis.max_count = 25;
  auto const knee = [](double x) { return x < 0.7 ? 1.0 : 1 + 20 * (x - 0.7); };
  auto const samples = sampled(axis, knee);
  EXPECT_LE(samples.size(), axis.max_count);
  double nearest = 1;
  std::size_t near = 0;
  for (auto const& [x, y] : samples) {
    nearest = std::min(nearest, std::abs(x - 0.7));
    near += std::abs(x - 0.7) < 0.15 ? 1 : 0;
  }
  EXPECT_LT(nearest, 0.02);
  EXPECT_GT(2 * near, samples.size()) << "most points lie around the knee";
}

TEST(AdaptiveAxisTest, RefinementFollowsTheEdgeOfSaturation) {
  auto axis = axis_over(AdaptiveAxis::Kind::refine, 0, 1, false, 0.05);
  auto const samples = sampled(axis, [](double x) { return x < 0.43 ? 1 / (0.43 - x) : std::nan(""); });
  double last_finite = 0, first_saturated = 1;
  for (auto const& [x, y] : samples) {
    if (std::isfinite(y))
      last_finite = std::max(last_finite, x);
    else
      first_saturated = std::min(first_saturated, x);
  }
  EXPECT_LT(first_saturated - last_finite, 0.01);
}

TEST(ReplicationTest, StopsWhenTheMeanIsPrecise) {
  Replication rule;
  rule.precision = 0.1;
  rule.min_count = 3;
  rule.max_count = 20;
  EXPECT_EQ(rule.num_seeds({}), 3U);
  EXPECT_EQ(rule.num_seeds({5, 5, 5}), 3U);
  EXPECT_EQ(rule.num_seeds({5, 6, 4}), 5U) << "half as many again";
  EXPECT_EQ(rule.num_seeds({5, 6, 4, 5, 5}), 8U);
  std::vector<double> wild;
  while (wild.size() < rule.num_seeds(wild)) wild.push_back(wild.size() % 2 == 0 ? 1 : 100);
  EXPECT_EQ(wild.size(), rule.max_count);
  EXPECT_EQ(rule.num_seeds({5, std::nan(""), 4}), 3U) << "without a value there is no mean to find";
}

class SeriesStudy : public ::testing::Test {
 protected:
  StudyOutcome run(std::string const& text, unsigned threads = 1) {
    Threads const limited{threads};
    write_file(folder_ / "study.toml", "title = \"t\"\n[[run]]\ntopology = \"torus:sides=4x4\"\n" + text);
    auto study = read_study(folder_.path());
    return run_study(study);
  }
  Scratch folder_;
};

std::vector<std::string> requests_of(StudyOutcome const& outcome) {
  std::vector<std::string> requests;
  for (auto const& it : outcome.runs) requests.push_back(it.run.request.to_string());
  return requests;
}

TEST_F(SeriesStudy, AddsSeedsUntilTheMeanIsPrecise) {
  auto const outcome =
      run("messages = 8\nreplicate = { measure = \"summary.makespan\", precision = 0.1, least = 4 }\n");
  EXPECT_GE(outcome.runs.size(), 4U);
  EXPECT_TRUE(outcome.findings.empty());
  std::set<std::uint64_t> seeds;
  for (auto const& it : outcome.runs) seeds.insert(it.result.seed);
  EXPECT_EQ(seeds.size(), outcome.runs.size());
  EXPECT_EQ(*seeds.begin(), 1U);
  EXPECT_EQ(*seeds.rbegin(), outcome.runs.size());
}

TEST_F(SeriesStudy, ReportsAnImpreciseMean) {
  auto const outcome =
      run("messages = 1\nreplicate = { measure = \"summary.makespan\", precision = 1e-6, most = 6 }\n");
  EXPECT_EQ(outcome.runs.size(), 6U);
  ASSERT_EQ(outcome.findings.size(), 1U);
  EXPECT_NE(outcome.findings[0].find("after 6 seeds"), std::string::npos) << outcome.findings[0];
}

TEST_F(SeriesStudy, BisectionMatchesAScan) {
  auto const all = run("sweep = { messages = \"1..40\" }\n");
  std::int64_t first = 0;
  for (std::size_t i = all.runs.size(); i-- > 0;)
    if (all.runs[i].result.table("summary").at(0, "makespan").number() > 20)
      first = static_cast<std::int64_t>(i + 1);
  auto const outcome =
      run("bisect = { parameter = \"messages\", from = 1, to = 40, until = \"summary.makespan > 20\" }\n");
  EXPECT_LE(outcome.runs.size(), 8U);
  ASSERT_EQ(outcome.findings.size(), 1U);
  EXPECT_EQ(outcome.findings[0], "torus:sides=4x4: messages between " + std::to_string(first - 1) + " and " +
                                     std::to_string(first) + ": summary.makespan > 20 becomes true");
}

TEST_F(SeriesStudy, RequestsEqualRunsOnAnyNumberOfThreads) {
  std::string const text =
      "sweep = { routing = [\"dimension_order\", \"valiant\"] }\n"
      "refine = { parameter = \"messages\", from = 1, to = 60, measure = \"summary.makespan\", most = 9 }\n"
      "replicate = { measure = \"summary.makespan\", precision = 0.1, most = 5 }\n";
  EXPECT_EQ(requests_of(run(text, 1)), requests_of(run(text, 3)));
}

}  // namespace
}  // namespace weft::study
