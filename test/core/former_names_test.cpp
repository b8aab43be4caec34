// SPDX-License-Identifier: Apache-2.0
#include "weft/core/former_names.hpp"

#include <algorithm>
#include <stdexcept>

#include <gtest/gtest.h>

#include "weft/core/result.hpp"

namespace weft {
namespace {

/// Current names find columns in results of earlier versions, and names in old study files find columns in
/// current results.
TEST(FormerNamesTest, FindColumnsInBothDirections) {
  Table const now{"throughput", "", {{"class"}, {"channels_at_max"}}, {{"dim0", 4}}};
  Table const before{"throughput", "", {{"class"}, {"at_max"}}, {{"dim0", 4}}};
  for (auto const& table : {now, before})
    for (auto const* name : {"channels_at_max", "at_max"}) EXPECT_EQ(table.at(0, name), Value{4});
  EXPECT_THROW(now.at(0, "at_min"), std::out_of_range);
  EXPECT_EQ(now.find_column("at_min"), std::nullopt);
}

TEST(FormerNamesTest, PreferAnExactMatch) {
  Table const both{"t", "", {{"time_over_bound"}, {"ratio"}}, {{1, 2}}};
  EXPECT_EQ(both.at(0, "ratio"), Value{2});
  EXPECT_EQ(both.at(0, "over_bound"), Value{1});
}

TEST(FormerNamesTest, FindColumnsNamedAfterPrograms) {
  Table const ranking{"ranking", "", {{"time_halo"}, {"total_time"}}, {{1, 2}}};
  EXPECT_EQ(ranking.at(0, "end_halo"), Value{1});
  EXPECT_EQ(ranking.at(0, "last_end"), Value{2});
}

TEST(FormerNamesTest, FindTables) {
  Result result;
  result.tables = {Table{"slowdown", "", {}, {}}};
  EXPECT_EQ(result.find_table("slow_down"), result.tables.data());
  EXPECT_EQ(result.find_table("slow"), nullptr);
  for (auto const* const now : {"round_bounds", "load_bounds"}) {
    result.tables = {Table{now, "", {}, {}}};
    EXPECT_EQ(result.find_table("bounds"), result.tables.data()) << now;
  }
  result.tables = {Table{"round_bounds", "", {}, {}}, Table{"bounds", "", {}, {}}};
  EXPECT_EQ(result.find_table("bounds"), &result.tables[1]) << "an exact match";
}

}  // namespace
}  // namespace weft
