// SPDX-License-Identifier: Apache-2.0
// Ends of all ranks under LogGOPS: goal.csv, from LogGOPSim.
#include "weft/engine/replay/loggops.hpp"

#include <map>

#include <gtest/gtest.h>

#include "support/reference.hpp"
#include "weft/io/program/goal.hpp"

namespace weft {
namespace {

using namespace replay;

TEST(PublishedLogGops, EndsOfRanksMatchLogGopsim) {
  std::map<std::string, std::vector<ReferenceRow>> runs;
  for (auto& row : reference_rows("flow/goal/goal.csv")) {
    std::string key = row.at("file");
    for (char const* const name : {"L", "o", "g", "G", "O", "S"}) key += " " + row.at(name);
    runs[key].push_back(std::move(row));
  }
  EXPECT_EQ(runs.size(), 84);
  std::map<std::string, Program> programs;
  for (auto const& [key, rows] : runs) {
    auto const& first = rows.front();
    auto const file = first.at("file");
    if (!programs.contains(file))
      programs.emplace(file, read_goal(WEFT_SOURCE_DIR "/test/data/flow/goal/" + file));
    auto const number = [&](char const* name) { return std::stoll(first.at(name)); };
    auto const outcome = run_loggops(
        programs.at(file), {number("L"), number("o"), number("g"), number("G"), number("O"), number("S")});
    EXPECT_TRUE(outcome.stuck.empty()) << key;
    ASSERT_EQ(outcome.end.size(), rows.size());
    for (auto const& row : rows)
      EXPECT_EQ(outcome.end.at(std::stoul(row.at("rank"))), std::stoll(row.at("end_ns")))
          << key << ", rank " << row.at("rank");
  }
}

}  // namespace
}  // namespace weft
