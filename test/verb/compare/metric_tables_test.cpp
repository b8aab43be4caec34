// SPDX-License-Identifier: Apache-2.0
#include "weft/verb/compare/metric_tables.hpp"

#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "weft/verb/verb.hpp"

namespace weft::verb {
namespace {

TEST(CompareTables, EqualTopologiesHaveDistinctNames) {
  std::vector<std::string> const given{"a", "b", "a", "a", "b"};
  EXPECT_EQ(distinct_names(given), (std::vector<std::string>{"a", "b", "a (2)", "a (3)", "b (2)"}));
}

TEST(CompareTables, EqualTopologiesHaveAColumnEach) {
  auto const result =
      run_verb({"compare", {{"topologies", "[ring:routers=4, ring:routers=4]"}, {"metrics", "diameter"}}});
  auto const& metrics = result.table("metrics");
  EXPECT_EQ(metrics.at(0, "ring:routers=4"), Value{2});
  EXPECT_EQ(metrics.at(0, "ring:routers=4 (2)"), Value{2});
}

}  // namespace
}  // namespace weft::verb
