// SPDX-License-Identifier: Apache-2.0
#include "weft/workload/job_list.hpp"

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "weft/core/error.hpp"
#include "weft/verb/load/load.hpp"
#include "weft/verb/map/map.hpp"
#include "weft/verb/verb.hpp"

namespace weft::verb {
namespace {

TEST(JobTerminals, ReservesRangesAndShares) {
  JobTerminals free(20);
  EXPECT_EQ(free.reserve("4..6+1"), (std::vector<std::uint32_t>{1, 4, 5, 6}));
  EXPECT_EQ(JobTerminals(20).reserve("1,4..6,9"), (std::vector<std::uint32_t>{1, 4, 5, 6, 9}));
  EXPECT_EQ(free.reserve("25%"), (std::vector<std::uint32_t>{0, 2, 3, 7, 8}));
  EXPECT_EQ(free.reserve_lowest(2), (std::vector<std::uint32_t>{9, 10}));
  EXPECT_EQ(free.left(), 9U);
  EXPECT_EQ(JobTerminals::text({0, 2, 3, 7, 8, 9}), "0+2..3+7..9");
  for (char const* wrong : {"6", "19..20", "12..11", "-1", "x", "", "11..", "0%", "101%", "11+11", "75%",
                            "11,", "11..12,x", "[11,12]"})
    EXPECT_THROW(JobTerminals(free).reserve(wrong), InputError) << wrong;
}

Load::Params two_jobs(std::string const& jobs, std::string const& topology = "ring:routers=8",
                      std::string const& routing = "dimension_order") {
  return {.topology = topology, .routing = routing, .jobs = jobs};
}

/// By hand: on a ring of eight, job a (tasks on 0 and 2) and job b (on 1 and 3) send one unit in both
/// directions; they share only the channels between routers 1 and 2.
TEST(LoadJobs, SlowEachOtherOnSharedChannels) {
  auto const result = run<Load>(two_jobs(
      "[a:pattern=transpose,grid=1x2,terminals=0+2,b:pattern=transpose,grid=1x2,terminals=1+3,rate=3]"));
  auto const& jobs = result.table("jobs");
  ASSERT_EQ(jobs.rows.size(), 2U);
  // A transpose on 1 x 2 sends 1/4 of a task's unit to the other task and the rest to itself.
  EXPECT_DOUBLE_EQ(jobs.at(0, "isolated").number(), 0.25);
  EXPECT_DOUBLE_EQ(jobs.at(0, "shared").number(), 1);
  EXPECT_DOUBLE_EQ(jobs.at(0, "slowdown").number(), 4);
  EXPECT_DOUBLE_EQ(jobs.at(1, "isolated").number(), 0.75);
  EXPECT_DOUBLE_EQ(jobs.at(1, "slowdown").number(), 4.0 / 3);
  EXPECT_TRUE(jobs.at(1, "channel") == Value{"1 -> 2 (port 1)"} ||
              jobs.at(1, "channel") == Value{"2 -> 1 (port 0)"});
  EXPECT_DOUBLE_EQ(result.table("throughput").at(0, "max_load").number(), 1);
  EXPECT_EQ(result.table("throughput").at(0, "channels_at_max").number(), 2);
}

/// Supernodes 8 to 15 of 16 form a PERCS machine of 8 supernodes, so a job on them has the same mappings and
/// loads.
TEST(LoadJobs, SupportPercsMappingsOnWholeSupernodes) {
  for (char const* mapping : {"hybrid", "blocks:sides=8x16", "percs_annealing:moves=200"}) {
    auto const part =
        run<Load>(two_jobs(std::string("[a:grid=32x32,terminals=1024..2047,mapping=[") + mapping + "]]",
                           "percs:supernodes=16,links=4", "percs_direct"));
    auto const whole = run<Load>({.topology = "percs:supernodes=8,links=4",
                                  .routing = "percs_direct",
                                  .mapping = mapping,
                                  .grid = {32, 32}});
    for (char const* column : {"max_load", "channels_at_max"})
      for (std::size_t row = 0; row < 3; ++row)
        EXPECT_EQ(part.table("throughput").at(row, column), whole.table("throughput").at(row, column))
            << mapping << ", " << column;
  }
}

TEST(LoadJobs, RejectPercsMappingsOnUnsuitableTerminals) {
  auto const run_on = [](std::string const& mapping, std::string const& terminals) {
    run<Load>(two_jobs("[a:grid=8x8,mapping=" + mapping + ",terminals=" + terminals + "]",
                       "percs:supernodes=16,links=4", "percs_direct"));
  };
  for (char const* terminals : {"1024..2046", "0..63"})
    for (char const* mapping : {"hybrid", "modular_coloring", "lattice_coloring", "percs_annealing"})
      EXPECT_THROW(run_on(mapping, terminals), InputError) << mapping << " " << terminals;
  EXPECT_THROW(run_on("percs_annealing", "512..1535"), InputError);
  EXPECT_NO_THROW(run_on("hybrid", "512..1535")) << "whole supernodes";
}

/// Expects that the loads of two jobs, each alone on its terminals, add up to the loads of both together.
void expect_sum_of_parts(std::string const& topology, std::string const& routing) {
  std::string const first = "a:pattern=[halo:corners=true],grid=8x8,mapping=random,terminals=0..127",
                    second = "b:pattern=all_to_all,grid=4x16,terminals=128..255,rate=0.5";
  auto const together = run<Load>(two_jobs("[" + first + "," + second + "]", topology, routing));
  auto const a = run<Load>(two_jobs("[" + first + "]", topology, routing));
  auto const b = run<Load>(two_jobs("[" + second + "]", topology, routing));
  auto const mean = [](Result const& result) {
    std::map<std::string, double> means;
    auto const& table = result.table("throughput");
    for (std::size_t i = 0; i < table.rows.size(); ++i)
      means[table.at(i, "class").exact_text()] = table.at(i, "mean_load").number();
    return means;
  };
  auto const means = mean(together), of_a = mean(a), of_b = mean(b);
  for (auto const& [of_class, load] : means)
    EXPECT_NEAR(load, of_a.at(of_class) + of_b.at(of_class), 1e-6) << topology << " " << of_class;
  EXPECT_EQ(a.table("jobs").at(0, "isolated"), together.table("jobs").at(0, "isolated"));
  EXPECT_NEAR(a.table("jobs").at(0, "slowdown").number(), 1, 1e-9) << "alone nobody is slowed down";
  EXPECT_GE(together.table("jobs").at(0, "slowdown").number(), 1 - 1e-9);
}

TEST(LoadJobs, LoadsAddUp) {
  expect_sum_of_parts("percs:supernodes=2,links=4", "percs_indirect");
  expect_sum_of_parts("percs:supernodes=2,links=4", "all_minimal");
  expect_sum_of_parts("torus:sides=16x16", "dimension_order");
}

TEST(LoadJobs, PlaceTasksOnTheirTerminals) {
  Map::Params request;
  request.topology = "ring:routers=8";
  request.jobs = "[a:grid=2x2,mapping=random,terminals=3..6,b:grid=1x3]";
  auto const map = run<Map>(request).table("mapping");
  ASSERT_EQ(map.rows.size(), 7U);
  std::vector<double> terminals;
  for (std::size_t i = 0; i < 4; ++i) terminals.push_back(map.at(i, "terminal").number());
  std::ranges::sort(terminals);
  EXPECT_EQ(terminals, (std::vector<double>{3, 4, 5, 6}));
  EXPECT_EQ(map.at(4, "job"), Value{"b"});
  EXPECT_EQ(map.at(6, "terminal").number(), 2) << "the lowest free terminals";
}

TEST(LoadJobs, ResolvedSpecificationGivesTheSameResult) {
  auto const result = run<Load>(two_jobs("[a:grid=2x2,mapping=random,terminals=3..6,b:grid=1x3]"));
  std::string jobs;
  for (auto const& setting : result.scenario)
    if (setting.key == "jobs") jobs = setting.value;
  auto const again = run<Load>(two_jobs(jobs));
  EXPECT_EQ(again.tables, result.tables);
  EXPECT_EQ(again.scenario, result.scenario);
}

TEST(LoadJobs, HaveListsWithCommas) {
  auto const specs = read_job_list(
      "[a:grid=4,4,terminals=0..7,32..39,rate=2,b:grid=2, 2, 2,c:terminals=3,mapping=[blocks:sides=2,2],d]");
  std::vector<std::string> texts;
  for (auto const& spec : specs) texts.push_back(spec.to_string());
  EXPECT_EQ(texts,
            (std::vector<std::string>{R"(a:grid="4,4",terminals="0..7,32..39",rate=2)", R"(b:grid="2,2,2")",
                                      "c:terminals=3,mapping=[blocks:sides=2,2]", "d"}));
  auto const with_commas = run<Load>(two_jobs("[a:grid=2,2,terminals=0..1,4,6,b:grid=1x3]"));
  EXPECT_EQ(with_commas.tables, run<Load>(two_jobs("[a:grid=2x2,terminals=0..1+4+6,b:grid=1x3]")).tables);
}

TEST(LoadJobs, RejectInvalidJobs) {
  auto const rejected = [](std::string const& jobs) {
    EXPECT_THROW(run<Load>(two_jobs(jobs)), InputError) << jobs;
  };
  rejected("[a:grid=2x2,a:grid=2x2]");
  rejected("[a:grid=2x2,terminals=0..2]");
  rejected("[a:grid=2x2,terminals=0..3,b:grid=2x2,terminals=3..6]");
  rejected("[a:grid=3x3]");
  rejected("[a]");
  rejected("[a/b:grid=2x2]");
  rejected("[a:gird=2x2]");
  rejected("[a:grid=2x2,rate=0]");
  rejected("a:grid=2x2");
  rejected("[ranks=16,grid=4,4]");
  rejected("[a:grid=2x2,4b:grid=2x2]");
  auto with_pattern = two_jobs("[a:grid=2x2]");
  with_pattern.pattern = "transpose";
  EXPECT_THROW(run<Load>(with_pattern), InputError);
}

}  // namespace
}  // namespace weft::verb
