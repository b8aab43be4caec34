// SPDX-License-Identifier: Apache-2.0
#include "weft/workload/workload.hpp"

#include <gtest/gtest.h>

#include "support/scratch.hpp"
#include "weft/core/error.hpp"
#include "weft/experiment/assemble.hpp"
#include "weft/io/atomic_file.hpp"
#include "weft/verb/load/load.hpp"
#include "weft/verb/simulate/simulate.hpp"
#include "weft/verb/sweep/sweep.hpp"
#include "weft/verb/verb.hpp"

namespace weft::verb {
namespace {

TEST(Workload, ConsistsOfJobsIfTasksAreSpecified) {
  EXPECT_FALSE(Workload::consists_of_jobs({}));
  EXPECT_FALSE(Workload::consists_of_jobs({.traffic = "transpose"})) << "a pattern of terminals, too";
  EXPECT_TRUE(Workload::consists_of_jobs({.traffic = "halo"}));
  EXPECT_TRUE(Workload::consists_of_jobs({.traffic = "transpose", .mapping = "random"}));
  EXPECT_TRUE(Workload::consists_of_jobs({.grid = {4, 4}}));
  EXPECT_TRUE(Workload::consists_of_jobs({.jobs = "[a:grid=2x2]"}));
}

// By hand: each of 16 tasks of a 4 x 4 halo with wraparound sends a message to each of its four neighbors,
// one hop away in row-major order.
TEST(Workload, HaloInRoundsTakesOneHop) {
  auto const result =
      run<Simulate>({.topology = "torus:sides=4x4", .traffic = "halo", .messages = 3, .grid = {4, 4}});
  auto const& summary = result.table("summary");
  EXPECT_EQ(summary.at(0, "messages"), Value{16 * 4 * 3});
  EXPECT_EQ(summary.at(0, "delivered"), Value{16 * 4 * 3});
  EXPECT_EQ(summary.at(0, "hops_per_message").number(), 1);
}

// Loads use the expectation of uniform traffic, over all pairs; packets have random destinations, one per
// task and repetition.
TEST(Workload, UniformTrafficOfTasksIsDrawn) {
  for (char const* jobs : {"", "[a:grid=4x4,pattern=[traffic:of=[uniform]]]"}) {
    auto const result = run<Simulate>({.topology = "torus:sides=4x4",
                                       .traffic = *jobs == 0 ? "uniform" : "default",
                                       .mapping = *jobs == 0 ? "random" : "linear",
                                       .jobs = jobs});
    EXPECT_LE(result.table("summary").at(0, "messages").number(), 16) << jobs;
  }
}

// Two engines that share neither code nor a model of time agree on the mean distance of a placement.
TEST(Workload, HopsMatchTheLoads) {
  for (char const* mapping : {"random", "linear"})
    for (char const* traffic : {"halo", "tornado", "all_to_all"}) {
      Scenario scenario{.topology = "mesh:sides=6x5", .traffic = traffic, .mapping = mapping, .grid = {5, 6}};
      auto const rounds = run<Simulate>(scenario).table("summary").at(0, "hops_per_message").number();
      auto const pattern =
          traffic == std::string("tornado") ? std::string("traffic:of=tornado") : std::string(traffic);
      auto const load =
          run<Load>({.topology = scenario.topology, .pattern = pattern, .mapping = mapping, .grid = {5, 6}});
      EXPECT_NEAR(rounds, load.table("dilation").at(0, "mean_hops").number(), 1e-9)
          << mapping << " " << traffic;
    }
}

TEST(Workload, UnitsOfAMatrixAreMessages) {
  Scratch const scratch;
  auto const file = (scratch.path() / "job.mtx").string();
  // Units of 500: two messages from task 0 to 1, three from 1 to 3.
  write_file(file, "%%MatrixMarket matrix coordinate integer general\n4 4 2\n1 2 1000\n2 4 1500\n");
  auto const result = run<Simulate>(
      {.topology = "ring:routers=8", .traffic = "matrix:file=" + file, .mapping = "linear", .grid = {4}});
  EXPECT_EQ(result.table("summary").at(0, "messages"), Value{5});
  EXPECT_EQ(result.table("summary").at(0, "hops_per_message").number(), (2 * 1 + 3 * 2) / 5.0);
}

TEST(Workload, JobsRunOnTheFlitEngineAndInSweeps) {
  std::string const engine = "flit:rate=0.1,warm_up=200,cycles=500";
  auto const one = run<Simulate>({.topology = "torus:sides=4x4",
                                  .traffic = "halo",
                                  .engine = engine,
                                  .mapping = "random",
                                  .grid = {4, 4}});
  EXPECT_EQ(one.table("latency").at(0, "ending"), Value{"measured"});
  auto const several = run<Simulate>({.topology = "torus:sides=4x4",
                                      .messages = 10,
                                      .engine = "flit:injection=batch",
                                      .jobs = "[a:grid=2x2,terminals=0..3,b:grid=2x4]"});
  EXPECT_TRUE(several.answer.starts_with("all ")) << several.answer;
  Sweep::Params sweep;
  sweep.topology = "torus:sides=4x4";
  sweep.traffic = "halo";
  sweep.engine = "flit:warm_up=200,cycles=500";
  sweep.grid = {4, 4};
  sweep.rates = {0.05};
  EXPECT_EQ(run<Sweep>(sweep).table("curve").rows.size(), 1U);
}

TEST(Workload, RejectsUnsupportedJobs) {
  EXPECT_THROW(Simulate::assemble({.topology = "ring:routers=8", .jobs = "[a:grid=2x2,rate=2]"}), InputError);
  EXPECT_THROW(Simulate::assemble({.topology = "ring:routers=8", .traffic = "halo", .grid = {9}}),
               InputError);
  EXPECT_THROW(Simulate::assemble({.topology = "ring:routers=8", .traffic = "hallo", .mapping = "random"}),
               InputError);
}

}  // namespace
}  // namespace weft::verb
