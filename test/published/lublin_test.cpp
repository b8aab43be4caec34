// SPDX-License-Identifier: Apache-2.0
// The model of Lublin and Feitelson (JPDC 63, 2003): lublin.csv, closed forms and an oracle.
#include "weft/engine/queue/lublin.hpp"

#include <algorithm>
#include <cmath>
#include <map>

#include <gtest/gtest.h>

#include "support/goodness_of_fit.hpp"
#include "support/reference.hpp"

namespace weft {
namespace {

using namespace queue;

constexpr std::int64_t many = 100'000;
constexpr double significance = 1e-3;

LublinKind kind_of(ReferenceRow const& row) {
  for (auto const& listed : enum_values<LublinKind>)
    if (listed.name == row.at("kind")) return listed.value;
  throw std::runtime_error("unknown kind");
}

/// Returns jobs of a kind for a machine with `nodes` nodes; generated once.
std::vector<Job> const& stream(LublinKind kind, std::uint32_t nodes) {
  static std::map<std::pair<LublinKind, std::uint32_t>, std::vector<Job>> made;
  auto& jobs = made[{kind, nodes}];
  if (jobs.empty()) jobs = Lublin::make({many, kind}, nodes, 2);
  return jobs;
}

TEST(PublishedLublin, WeightsOfHalfHoursMatchTheModel) {
  std::size_t compared = 0;
  for (auto const& row : reference_rows("flow/lublin.csv")) {
    if (row.at("quantity") != "weight of half hour") continue;
    auto const weights = half_hour_weights(kind_of(row));
    EXPECT_NEAR(weights.at(std::stoul(row.at("at"))), std::stod(row.at("value")), 1e-9);
    ++compared;
  }
  EXPECT_EQ(compared, 144);
}

/// Pearson's test over the sizes in the table, and the class of all other sizes.
TEST(PublishedLublin, SizesMatchTheirProbabilities) {
  std::map<std::pair<LublinKind, std::uint32_t>, std::map<std::uint32_t, double>> tables;
  for (auto const& row : reference_rows("flow/lublin.csv"))
    if (row.at("quantity") == "probability of size")
      tables[{kind_of(row), std::stoul(row.at("nodes"))}][std::stoul(row.at("at"))] =
          std::stod(row.at("value"));
  EXPECT_EQ(tables.size(), 6);
  for (auto const& [key, probabilities] : tables) {
    std::vector<std::uint64_t> counts;
    std::vector<double> expected;
    double others = 1;
    std::uint64_t counted = 0;
    auto const& jobs = stream(key.first, key.second);
    for (auto const& [size, probability] : probabilities) {
      counts.push_back(std::ranges::count(jobs, size, &Job::nodes));
      expected.push_back(probability * many);
      others -= probability;
      counted += counts.back();
    }
    counts.push_back(many - counted);
    expected.push_back(others * many);
    EXPECT_GT(goodness_of_fit(counts, expected, static_cast<double>(counts.size() - 1)), significance)
        << static_cast<int>(key.first) << " on " << key.second;
  }
}

TEST(PublishedLublin, MeanSizesMatchTheReference) {
  for (auto const& row : reference_rows("flow/lublin.csv")) {
    if (row.at("quantity") != "mean size") continue;
    auto const& jobs = stream(kind_of(row), static_cast<std::uint32_t>(std::stoul(row.at("nodes"))));
    double sum = 0, squares = 0;
    for (auto const& job : jobs) {
      sum += job.nodes;
      squares += static_cast<double>(job.nodes) * job.nodes;
    }
    auto const mean = sum / many, error = std::sqrt((squares / many - mean * mean) / many);
    EXPECT_NEAR(mean, std::stod(row.at("value")), 3.3 * error);  // 1e-3, both sides
  }
}

/// Pearson's test over the intervals between the times in the table, for jobs of one size.
TEST(PublishedLublin, RunTimesDependOnTheSize) {
  std::map<std::pair<LublinKind, std::uint32_t>, std::map<double, double>> tables;
  std::string const begin = "probability that a job of ";
  for (auto const& row : reference_rows("flow/lublin.csv"))
    if (auto const& quantity = row.at("quantity"); quantity.starts_with(begin))
      tables[{kind_of(row), std::stoul(quantity.substr(begin.size()))}][std::stod(row.at("at"))] =
          std::stod(row.at("value"));
  EXPECT_EQ(tables.size(), 9);
  for (auto const& [key, below] : tables) {
    std::vector<double> runs;
    for (auto const& job : stream(key.first, 1024))
      if (job.nodes == key.second) runs.push_back(job.run);
    std::ranges::sort(runs);
    std::vector<std::uint64_t> counts;
    std::vector<double> expected;
    double before = 0;
    std::size_t counted = 0;
    for (auto const& [time, probability] : below) {
      auto const shorter = static_cast<std::size_t>(std::ranges::lower_bound(runs, time) - runs.begin());
      counts.push_back(shorter - counted);
      expected.push_back((probability - before) * static_cast<double>(runs.size()));
      counted = shorter;
      before = probability;
    }
    counts.push_back(runs.size() - counted);
    expected.push_back((1 - before) * static_cast<double>(runs.size()));
    EXPECT_GT(goodness_of_fit(counts, expected, static_cast<double>(counts.size() - 1)), significance)
        << static_cast<int>(key.first) << ", " << key.second << " nodes";
  }
}

TEST(PublishedLublin, RatesAndQuantilesOfArrivalsMatchTheReference) {
  for (auto const& row : reference_rows("flow/lublin.csv")) {
    auto const& quantity = row.at("quantity");
    bool const is_rate = quantity == "jobs per day";
    if (!is_rate && !quantity.starts_with("quantile")) continue;
    auto const& jobs = stream(kind_of(row), 128);
    auto const value = std::stod(row.at("value"));
    if (is_rate) {
      // Interarrival times have a heavy tail: the standard error is 2 % for 100,000 jobs and 1.4 % for the
      // table.
      EXPECT_NEAR(many / jobs.back().submit * 86400, value, 0.06 * value) << row.at("kind");
      continue;
    }
    std::vector<double> gaps;
    for (std::size_t i = 1; i < jobs.size(); ++i) gaps.push_back(jobs[i].submit - jobs[i - 1].submit);
    std::ranges::sort(gaps);
    auto const part = std::stod(quantity.substr(9));
    auto const place = static_cast<std::size_t>(part * static_cast<double>(gaps.size()));
    EXPECT_NEAR(gaps[place], value, 0.05 * value) << row.at("kind") << " " << quantity;
  }
}

}  // namespace
}  // namespace weft
