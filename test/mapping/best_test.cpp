// SPDX-License-Identifier: Apache-2.0
#include "weft/mapping/best.hpp"

#include <csignal>

#include <gtest/gtest.h>

#include "weft/core/error.hpp"
#include "weft/core/interrupt.hpp"
#include "weft/core/time_limit.hpp"
#include "weft/mapping/local_search.hpp"

namespace weft::mapping {
namespace {

/// One task on a machine of three terminals. A placement on terminal i has throughput `worth`, or is
/// rejected.
struct Machine {
  Machine() {
    context.terminals = 3;
    context.communication = &communication;
    context.place = [this](Spec const& spec, Progress&) {
      asked.push_back(spec.to_string());
      if (spec.name == "refused") throw InputError("cannot", "", "");
      if (spec.name == "search") return Placement{spec.arguments.at(0).value == "[high]" ? 2U : 0U};
      return Placement{spec.name == "high" ? 1U : 0U};
    };
    context.evaluate = [](Placement const& placement, Progress&) {
      load::Loads loads{{{"L", 1, 1, 4 - placement.at(0)}}};
      return loads;
    };
    context.report = [this](Table table) { tables.push_back(std::move(table)); };
    context.candidates = [this] { return candidates; };
  }
  static Spec spec(std::string const& name) { return {name, {}}; }

  Communication communication{1};
  MappingContext context;
  std::vector<MappingCandidate> candidates;
  std::vector<std::string> asked;
  std::vector<Table> tables;
};

TEST(Best, SelectsTheHighestThroughputAndReportsTheCandidates) {
  Machine machine;
  machine.candidates = {
      {Machine::spec("low")}, {Machine::spec("refused")}, {Machine::spec("high")}, {Machine::spec("low")}};
  EXPECT_EQ(Best({}).place(machine.context), Placement{1});
  ASSERT_EQ(machine.tables.size(), 1U);
  auto const& table = machine.tables.front();
  ASSERT_EQ(table.rows.size(), 4U);
  EXPECT_EQ(table.at(0, "mapping"), Value{"high"});
  EXPECT_EQ(table.at(0, "note"), Value{"won"});
  EXPECT_EQ(table.at(1, "note"), Value{""});
  EXPECT_EQ(table.at(3, "mapping"), Value{"refused"});
  EXPECT_EQ(table.at(3, "note"), Value{"cannot"});
  EXPECT_TRUE(table.at(3, "throughput").is_empty());
}

/// The channels of terminals allow 1/4 of the rate of a task in the first placement, 1/3 in the second; the
/// channels between routers allow 1 and 1/2.
TEST(Best, ComparesTheRatesThatAllChannelsAllow) {
  Machine machine;
  machine.candidates = {{Machine::spec("low")}, {Machine::spec("high")}};
  machine.context.evaluate = [](Placement const& placement, Progress&) {
    bool const first = placement.at(0) == 0;
    load::Loads loads{{{"L", 1, 1, first ? 1U : 2U}}};
    loads.terminal_load = first ? 4 : 3;
    return loads;
  };
  EXPECT_EQ(Best({}).place(machine.context), Placement{1});
  auto const& table = machine.tables.front();
  EXPECT_EQ(table.at(0, "terminals"), Value{1.0 / 3});
  EXPECT_EQ(table.at(1, "throughput"), Value{1.0});
  EXPECT_DOUBLE_EQ(table.at(1, "behind").number(), 25);
}

struct Expectation final : ForwardingProgress {
  Expectation() : ForwardingProgress(no_progress()) {}
  void expect(double seconds, std::string_view, double) override { all.push_back(seconds); }
  std::vector<double> all;
};

TEST(Best, EstimatesAllAttemptsFromTheFirst) {
  Machine machine;
  Expectation expected;
  machine.context.progress = &expected;
  machine.candidates = {{Machine::spec("low")}, {Machine::spec("high")}};
  EXPECT_EQ(Best({}).place(machine.context), Placement{1});
  EXPECT_EQ(Best({.seconds = 1e-12}).place(machine.context), Placement{0});
  ASSERT_EQ(expected.all.size(), 4U);
  EXPECT_EQ(expected.all[0], 0) << "nothing is known before the first";
  EXPECT_GT(expected.all[1], 0);
  EXPECT_EQ(expected.all[3], 1e-12);
}

TEST(Best, AnnouncesItsSearchesInAdvance) {
  Machine machine;
  TimeLimit limit(no_progress(), 600);
  machine.context.progress = &limit;
  machine.candidates = {{Machine::spec("low")}, {Machine::spec("high"), false, {}, 601}};
  EXPECT_THROW(Best({}).place(machine.context), InputError);
  EXPECT_TRUE(machine.asked.empty());
  machine.candidates.back().seconds = 1;
  EXPECT_NO_THROW(Best({}).place(machine.context));
  EXPECT_GT(LocalSearch({}).seconds(4096 * 4096), 3600);
}

TEST(Best, CanBeInterruptedDuringAttempts) {
  InterruptGuard const catching;
  Machine machine;
  machine.candidates = {{Machine::spec("low")}, {Machine::spec("endless")}};
  auto const place = machine.context.place;
  machine.context.place = [&](Spec const& spec, Progress& progress) {
    if (spec.name == "endless") std::raise(SIGINT);
    while (spec.name == "endless") progress.advance();
    return place(spec, progress);
  };
  EXPECT_THROW(Best({}).place(machine.context), Interrupted);
}

TEST(Best, ReportsNoThroughputWithoutTraffic) {
  Machine machine;
  machine.candidates = {{Machine::spec("low")}, {Machine::spec("high")}};
  machine.context.evaluate = [](Placement const&, Progress&) { return load::Loads{}; };
  Best({}).place(machine.context);
  for (std::size_t row = 0; row < 2; ++row) {
    EXPECT_TRUE(machine.tables.at(0).at(row, "throughput").is_empty());
    EXPECT_TRUE(machine.tables.at(0).at(row, "behind").is_empty());
  }
}

TEST(Best, SearchesFromTheBestStartsFirst) {
  Machine machine;
  machine.candidates = {{Machine::spec("search"), true}, {Machine::spec("low")}, {Machine::spec("high")}};
  EXPECT_EQ(Best({.starts = 1}).place(machine.context), Placement{2});
  EXPECT_EQ(machine.asked, (std::vector<std::string>{"low", "high", "search:start=[high]"}));
}

TEST(Best, SkipsSearchesThatCannotImprove) {
  Machine machine;
  machine.candidates = {{Machine::spec("high")},
                        {Machine::spec("search"), true, [](load::Loads const&) { return 0.2; }}};
  EXPECT_EQ(Best({}).place(machine.context), Placement{1});
  EXPECT_EQ(machine.asked, std::vector<std::string>{"high"});
}

TEST(Best, StopsAtItsTimeLimit) {
  Machine machine;
  machine.candidates = {{Machine::spec("low")}, {Machine::spec("endless")}, {Machine::spec("high")}};
  auto const place = machine.context.place;
  machine.context.place = [&](Spec const& spec, Progress& progress) {
    while (spec.name == "endless") progress.advance();
    return place(spec, progress);
  };
  EXPECT_EQ(Best({.seconds = 0.05}).place(machine.context), Placement{0});
  auto const& table = machine.tables.at(0);
  EXPECT_EQ(table.at(1, "note"), Value{"the time limit expired"});
  EXPECT_EQ(table.at(2, "note"), Value{"the time limit expired"});
}

TEST(Best, RejectsUnsupportedGrids) {
  Machine machine;
  machine.candidates = {{Machine::spec("refused")}};
  EXPECT_THROW(Best({}).place(machine.context), InputError);
  machine.context.evaluate = nullptr;
  EXPECT_THROW(Best({}).place(machine.context), InputError);
}

}  // namespace
}  // namespace weft::mapping
