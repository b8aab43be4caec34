// SPDX-License-Identifier: Apache-2.0
#include "weft/explore/json_progress.hpp"

#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include "weft/explore/session.hpp"

namespace weft::explore {
namespace {

TEST(JsonProgress, ReportsLongEstimatesOnly) {
  std::vector<std::string> reports;
  JsonProgress progress([&](std::string const& json) { reports.push_back(json); });
  progress.expect(2.9, "load", 1);
  progress.expect(12.4, "load with 2 GB of memory", 1);
  progress.expect(7200, "sweep", 1);
  EXPECT_EQ(reports,
            (std::vector<std::string>{R"({"share":null,"text":"load with 2 GB of memory: about 12 s"})",
                                      R"({"share":null,"text":"sweep: about 2 h"})"}));
}

TEST(JsonProgress, ReportsTheCompletedShare) {
  std::vector<std::string> reports;
  JsonProgress progress([&](std::string const& json) { reports.push_back(json); });
  progress.start("flits", 200, "cycles");
  std::this_thread::sleep_for(std::chrono::milliseconds(150));
  progress.advance(50);
  ASSERT_EQ(reports.size(), 1U);
  EXPECT_TRUE(reports[0].starts_with(R"({"share":0.25,"text":"flits  25 %)")) << reports[0];
}

/// The request is rejected before its long run begins, after it has reported its estimate.
TEST(JsonProgress, ReportsTheEstimateOfARequestFirst) {
  struct Reported {};
  JsonProgress progress([](std::string const& json) {
    EXPECT_NE(json.find("simulate"), std::string::npos) << json;
    throw Reported();
  });
  Session session;
  EXPECT_THROW(session.answer("simulate:topology=\"torus:sides=64x64\",engine=\"flit:warm_up=100000\"", false,
                              progress),
               Reported);
}

}  // namespace
}  // namespace weft::explore
