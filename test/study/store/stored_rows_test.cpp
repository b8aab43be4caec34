// SPDX-License-Identifier: Apache-2.0
#include "weft/study/store/stored_rows.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include "support/complaint.hpp"
#include "support/scratch.hpp"

namespace weft::study {
namespace {

Result stored_result(std::string const& routing, double rate, std::uint64_t seed, double latency) {
  Result result;
  result.scenario = {{"topology", "torus:sides=8x8"},
                     {"routing", routing},
                     {"engine", "flit:vcs=4,rate=" + std::to_string(rate)}};
  result.seed = seed;
  result.tables = {Table{"latency", "", {{"mean"}}, {{latency}}}};
  return result;
}

class StoredRowsTest : public ::testing::Test {
 protected:
  StoredRowsTest() {
    for (std::uint64_t seed = 1; seed <= 3; ++seed)
      for (double const rate : {0.25, 0.5}) {
        auto const noise = 0.1 * static_cast<double>(seed);
        store_.add("simulate", {{"machine", "small"}},
                   stored_result("ugal:threshold=3", rate, seed, 20 + noise));
        store_.add("simulate", {{"machine", "small"}}, stored_result("minimal", rate, seed, 30 + 2 * noise));
      }
  }
  std::size_t matches(std::string const& condition) const {
    StoredRows const rows(store_);
    return rows.where(condition, "where").size();
  }
  std::string complaint(std::string const& condition) const {
    return complaint_of([&] { matches(condition); });
  }
  Scratch folder_;
  Store store_{folder_.path()};
};

TEST_F(StoredRowsTest, ConditionsAcceptWordsNamesAndResults) {
  EXPECT_EQ(matches(""), 12U);
  EXPECT_EQ(matches("routing = ugal and rate < 0.5"), 3U);
  EXPECT_EQ(matches("routing != ugal"), 6U);
  EXPECT_EQ(matches("routing = 'ugal:threshold=3'"), 6U);
  EXPECT_EQ(matches("routing.threshold = 3 and seed >= 2"), 4U);
  EXPECT_EQ(matches("engine.rate == 0.25 and machine = small"), 6U);
  EXPECT_EQ(matches("verb = simulate and topology.sides = '8x8'"), 12U);
  EXPECT_EQ(matches("latency.mean > 30.3"), 4U);
  EXPECT_EQ(matches("version = 7"), 0U);
}

TEST_F(StoredRowsTest, SuggestsTheNearestNameForAnUnknownName) {
  EXPECT_NE(complaint("routin = ugal").find("did you mean 'routing'?"), std::string::npos);
  EXPECT_NE(complaint("latency.meen > 3").find("did you mean 'latency.mean'?"), std::string::npos);
  EXPECT_NE(complaint("routing =").find("where"), std::string::npos) << complaint("routing =");
}

TEST_F(StoredRowsTest, FindsNamesThatDistinguishRows) {
  StoredRows const rows(store_);
  EXPECT_EQ(rows.varying(rows.where("", "where")), (std::vector<std::string>{"routing", "engine.rate"}));
  EXPECT_EQ(rows.varying(rows.where("routing = ugal", "where")), (std::vector<std::string>{"engine.rate"}));
}

TEST_F(StoredRowsTest, PairsRunsBySeed) {
  StoredRows const rows(store_);
  auto const measure = Expression::parse("latency.mean");
  auto const comparison =
      compare_runs({rows, rows.where("routing = ugal", "where")},
                   {rows, rows.where("routing = minimal", "where")}, {"routing"}, measure);
  EXPECT_EQ(comparison.groups, 2U);
  EXPECT_EQ(comparison.pairs, 6U);
  EXPECT_EQ(comparison.different, 2U);
  ASSERT_EQ(comparison.table.rows.size(), 2U);
  EXPECT_DOUBLE_EQ(comparison.table.at(0, "engine.rate").number(), 0.25);
  // differences 10.1, 10.2, 10.3: mean 10.2, deviation 0.1, t(0.95, 2) = 4.302653
  EXPECT_NEAR(comparison.table.at(0, "difference").number(), 10.2, 1e-9);
  EXPECT_NEAR(comparison.table.at(0, "half_width").number(), 4.302653 * 0.1 / std::sqrt(3.0), 1e-6);
  EXPECT_EQ(comparison.table.at(0, "verdict"), Value{"b is larger"});
  EXPECT_NE(complaint_of([&] {
              compare_runs({rows, rows.where("seed > 0", "where")},
                           {rows, rows.where("routing = minimal", "where")}, {"routing"}, measure);
            }).find("several runs of one side have seed 1"),
            std::string::npos);
}

TEST_F(StoredRowsTest, PairsRunsInTwoStores) {
  Scratch const folder;
  Store other(folder.path());
  other.add("simulate", {}, stored_result("minimal", 0.25, 1, 30.2));
  other.add("simulate", {}, stored_result("minimal", 0.25, 2, 33));
  other.add("simulate", {}, stored_result("minimal", 0.75, 2, 33));
  StoredRows const rows(store_), others(other);
  auto const comparison = compare_stores({rows, rows.where("", "where")}, {others, others.where("", "where")},
                                         Expression::parse("latency.mean"));
  EXPECT_EQ(comparison.groups, 1U);
  EXPECT_EQ(comparison.pairs, 2U);
  EXPECT_EQ(comparison.unpaired, 11U);
  EXPECT_EQ(comparison.table.at(0, "verdict"), Value{"not significant"});
}

TEST_F(StoredRowsTest, MergedStoresContainEachRunOnce) {
  Scratch const folder;
  Store other(folder.path());
  other.add("simulate", {{"machine", "large"}}, stored_result("valiant", 0.25, 1, 50));
  other.add("simulate", {}, stored_result("minimal", 0.25, 1, 30.2));
  EXPECT_EQ(store_.merge(other), 1);
  EXPECT_EQ(store_.merge(other), 0);
  EXPECT_EQ(matches("machine = large and latency.mean = 50"), 1U);
}

TEST_F(StoredRowsTest, RemovesRows) {
  StoredRows const rows(store_);
  std::vector<StoredRun> gone;
  for (auto const row : rows.where("routing = ugal", "where")) gone.push_back(rows.runs()[row]);
  store_.remove(gone);
  EXPECT_EQ(matches(""), 6U);
  EXPECT_FALSE(store_.find({"simulate", run_id(stored_result("ugal:threshold=3", 0.25, 1, 0))}));
  EXPECT_EQ(store_.scenarios().size(), 2U);
}

}  // namespace
}  // namespace weft::study
