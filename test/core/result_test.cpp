// SPDX-License-Identifier: Apache-2.0
#include "weft/core/result.hpp"

#include <set>
#include <stdexcept>

#include <gtest/gtest.h>

namespace weft {
namespace {

TEST(RunIdTest, DependsOnTheScenarioAndTheSeedOnly) {
  Result result;
  result.scenario = {{"topology", "clex:m=32,levels=4"}, {"engine", "rounds"}};
  result.seed = 7;
  std::string const id = run_id(result);
  EXPECT_EQ(id.size(), 16u);
  EXPECT_EQ(id.find_first_not_of("0123456789abcdef"), std::string::npos);
  result.host = "elsewhere";
  result.threads = 9;
  result.version = "2";
  EXPECT_EQ(run_id(result), id);
  std::set<std::string> ids{id};
  ids.insert(run_id(result.scenario, 8));
  ids.insert(run_id({{"topology", "clex:m=32,levels=5"}, {"engine", "rounds"}}, 7));
  ids.insert(run_id({{"engine", "rounds"}, {"topology", "clex:m=32,levels=4"}}, 7));
  ids.insert(run_id({{"topologyc", "lex:m=32,levels=4"}, {"engine", "rounds"}}, 7));
  EXPECT_EQ(ids.size(), 5u);
}

/// Computed by hand (Python) from the published FNV-1a and SplitMix64 constants: ids must never change.
TEST(RunIdTest, IsStable) { EXPECT_EQ(run_id({{"a", "b"}}, 1), "5468102dda5e5051"); }

TEST(ResultTest, FindsTablesByName) {
  Result result;
  result.tables.push_back({"levels", "Levels", {}, {}});
  EXPECT_EQ(result.table("levels").title, "Levels");
  EXPECT_THROW(result.table("level"), std::out_of_range);
}

TEST(DescribeHostTest, IsNotEmpty) { EXPECT_NE(describe_host().find("cores"), std::string::npos); }

}  // namespace
}  // namespace weft
