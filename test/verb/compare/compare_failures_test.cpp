// SPDX-License-Identifier: Apache-2.0
// Comparisons of networks with different failures.
#include <gtest/gtest.h>

#include "support/complaint.hpp"
#include "weft/verb/compare/compare.hpp"
#include "weft/verb/queue/queue.hpp"
#include "weft/verb/verb.hpp"

namespace weft::verb {
namespace {

constexpr char const* torus = "torus:sides=4x4";
constexpr char const* cut =
    "failed:topology=[torus:sides=4x4],fail=0-1+0-3+0-4+0-12";  // all links of router 0

TEST(CompareFailures, EachNetworkHasItsOwnFailures) {
  auto const result = run_verb(
      {"compare", {{"topologies", std::string("[") + torus + "," + cut + "]"}, {"metrics", "diameter"}}});
  auto const& metrics = result.table("metrics");
  EXPECT_EQ(metrics.at(0, torus).number(), 4);  // 2 + 2
  EXPECT_EQ(metrics.at(0, cut), Value{"infinite"});
  EXPECT_EQ(result.setting("topology 2").find(torus), 0U);
  EXPECT_EQ(result.setting("fail 2"), "0-1+0-3+0-4+0-12");
}

/// All-to-all on a ring of 4 by shortest paths: 8 ordered pairs at a distance of 1, and 4 at a distance of 2,
/// split over both directions: 16 hops over 8 channels, 2 each. On the remaining line, a channel in the
/// middle carries 4.
TEST(CompareFailures, WorkloadAvoidsFailures) {
  auto const result = run_verb({"compare",
                                {{"topologies", "[ring:routers=4,failed:topology=[ring:routers=4],fail=0-1]"},
                                 {"engine", "load"},
                                 {"traffic", "all_to_all"},
                                 {"routing", "minimal"}}});
  auto const& simulated = result.table("simulated");
  ASSERT_EQ(simulated.rows.size(), 2U);
  EXPECT_NEAR(simulated.at(0, "max_load").number() / simulated.at(1, "max_load").number(), 0.5, 1e-9);
}

/// Without router 5 a torus of 16 costs less: no reason to buy it.
TEST(CompareFailures, NetworksWithFailuresAreNotTheCheapest) {
  auto const result = run_verb(
      {"compare",
       {{"topologies", "[torus:sides=4x4,failed:topology=[torus:sides=4x4],fail=5]"}, {"cost", "rate=40"}}});
  auto const& price = result.table("cost");
  for (std::size_t row = 0; row < price.rows.size(); ++row)
    if (price.at(row, "fact") == Value{"price of routers"}) {
      EXPECT_GT(price.rows[row][2].number(), price.rows[row][3].number());
    }
  EXPECT_NE(result.answer.find("lowest price torus:sides=4x4 ($"), std::string::npos) << result.answer;
}

TEST(CompareFailures, FailedTopologyEqualsTheParameterFail) {
  auto const apart = run_verb({"show", {{"topology", torus}, {"fail", "0-1+5"}}});
  auto const together =
      run_verb({"show", {{"topology", "failed:topology=[torus:sides=4x4],fail=0-1"}, {"fail", "5"}}});
  EXPECT_EQ(run_id(apart), run_id(together));
  EXPECT_EQ(
      complaint_of([] {
        run_verb({"queue", {{"topology", cut}, {"log", "lublin:jobs=5"}}});
      }),
      "topology: weft queue does not support failures (the topology has 0-1+0-3+0-4+0-12); omit the failures");
}

}  // namespace
}  // namespace weft::verb
