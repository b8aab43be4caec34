// SPDX-License-Identifier: Apache-2.0
#include "weft/verb/balance/balance.hpp"

#include <csignal>

#include <gtest/gtest.h>

#include "support/complaint.hpp"
#include "weft/core/interrupt.hpp"
#include "weft/core/parallel.hpp"
#include "weft/verb/verb.hpp"

namespace weft::verb {
namespace {

std::string complaint(Balance::Params const& request) {
  return complaint_of([&] { run<Balance>(request); });
}

double fact(Result const& result, std::string const& name) {
  for (auto const& row : result.table("balance").rows)
    if (row.at(0) == Value{name}) return row.at(1).number();
  return -1;
}

TEST(Balance, StatesSlacknessAndNetworkLimitInTheAnswer) {
  // p (n - 1) / ... : every pair is 8 hops apart, two channels per node of which 8 belong to a processor.
  auto const sparse = run<Balance>({.topology = "sparse_torus:dimensions=2,side=8"});
  EXPECT_EQ(sparse.answer,
            "a request every step: slackness 9 for full utilization; the network carries a request per "
            "processor every 0.5 steps (throughput of uniform traffic): balanced");
  auto const mesh = run<Balance>({.topology = "mesh:sides=8x8", .every = 4, .reading = Reading::published});
  EXPECT_EQ(
      mesh.answer,
      "a request every 4 steps: slackness 3 for full utilization at the mean latency, 5 at the maximum latency; the "
      "network carries a request per processor every 8 steps (slides): not balanced, utilization at most "
      "0.5");
  EXPECT_EQ(fact(mesh, "k_min"), 8);
  EXPECT_NE(sparse.notes.at(0).find("carries a request of every processor in every step"), std::string::npos);
  EXPECT_NE(mesh.notes.at(0).find("a request every 8 steps"), std::string::npos);
}

/// Returns the columns `every_step` and `sparse` of the reading by mean distance.
std::pair<Value, Value> every_step_and_sparse(std::string const& topology) {
  auto const result = run<Balance>({.topology = topology, .slackness = {1}});
  auto const& readings = result.table("readings");
  for (std::size_t row = 0; row < readings.rows.size(); ++row)
    if (readings.at(row, "reading") == Value{"mean distance"})
      return {readings.at(row, "every_step"), readings.at(row, "sparse")};
  return {};
}

TEST(Balance, SparseNetworksHaveMoreRoutersThanProcessors) {
  using Columns = std::pair<Value, Value>;
  // By hand: p phi / channels is 63 / (64 * 63) * 64 = 1 on a complete graph, and (6 * 32 / 63) / 6 < 1 on a
  // hypercube; both have a router per processor. The coated mesh has 16 x 16 routers and 4 x 16 processors.
  EXPECT_EQ(every_step_and_sparse("complete:routers=64"), (Columns{"yes", "no"}));
  EXPECT_EQ(every_step_and_sparse("hypercube:dimensions=6"), (Columns{"yes", "no"}));
  EXPECT_EQ(every_step_and_sparse("coated_mesh:side=16"), (Columns{"yes", "yes"}));
  EXPECT_EQ(every_step_and_sparse("mesh:sides=20x20"), (Columns{"no", "no"}));
  EXPECT_EQ(every_step_and_sparse("sparse_torus:dimensions=3,side=8"), (Columns{"yes", "yes"}));
  // Leppanen & Penttonen, Sparse networks, 2007: 62 processors of a coated mesh of 256 routers send every 4
  // steps.
  auto const coated = run<Balance>({.topology = "coated_mesh:side=16", .slackness = {1}}).table("readings");
  EXPECT_EQ(coated.at(0, "whole_k_min").number(), 4);
  EXPECT_EQ(coated.at(0, "every_step"), Value{"no"});
  EXPECT_EQ(coated.at(0, "sparse"), Value{"yes"});
}

TEST(Balance, ReportsCableLengthsAndTheVolumeBound) {
  // Along an axis of 8 places, two of all 512 processors are (64 - 1) / (3 * 8) pitches apart on average,
  // including a processor with itself; three axes, 0.5 m, and excluding these pairs.
  auto const mesh = run<Balance>({.topology = "mesh:sides=8x8x8", .slackness = {1}});
  EXPECT_NEAR(fact(mesh, "mean meters"), 3 * 63.0 / 24 * 0.5 * 512 / 511, 1e-12);
  EXPECT_NEAR(fact(mesh, "(p x volume)^(1/3)"), 4, 1e-12);
  EXPECT_NE(
      mesh.notes.at(0).find("with cables of at most 0.5 m a request needs at least 7.89 hops, here 7.89"),
      std::string::npos)
      << mesh.notes.at(0);
  auto const wide = run<Balance>({.topology = "mesh:sides=8x8x8", .slackness = {1}, .layout = "pitch=1"});
  EXPECT_NEAR(fact(wide, "(p x volume)^(1/3)"), 8, 1e-12);
}

TEST(Balance, CanBeInterrupted) {
  InterruptGuard const catching;
  std::raise(SIGINT);
  EXPECT_THROW(run<Balance>({.topology = "mesh:sides=20x20"}), Interrupted);
}

TEST(Balance, UsesTheMostDemandingNecessaryReading) {
  // 200 x 200 / 399 requests cross the middle in one direction in every step, over 20 channels; the mean
  // distance would allow a request every 3.5 steps.
  auto const mesh = run<Balance>({.topology = "mesh:sides=20x20", .every = 4});
  EXPECT_NEAR(fact(mesh, "k_min"), 200.0 * 200 / 399 / 20, 1e-9);
  EXPECT_NE(mesh.answer.find("(cut into halves): not balanced"), std::string::npos) << mesh.answer;
  // Uniform traffic fills this cut, so the condition is sufficient: with a request every 6 steps the cut is
  // still the limit.
  auto const slow = run<Balance>({.topology = "mesh:sides=20x20", .every = 6});
  EXPECT_NE(slow.answer.find("(cut into halves): balanced"), std::string::npos) << slow.answer;
  EXPECT_EQ(slow.answer.find("at best"), std::string::npos) << slow.answer;
  // Exactly 16 x 16 x 2 / 31 requests cross the root channels.
  auto const tree = run<Balance>({.topology = "binary_tree:height=5", .every = 3});
  EXPECT_NEAR(fact(tree, "k_min"), 16.0 * 16 / 31, 1e-6);
  EXPECT_NE(tree.answer.find("not balanced"), std::string::npos) << tree.answer;
}

TEST(Balance, ReportsTheMinimumSufficientSlackness) {
  auto const result = run<Balance>({.topology = "sparse_torus:dimensions=2,side=8", .every = 3});
  auto const needed = static_cast<std::int64_t>(fact(result, "slackness"));
  EXPECT_EQ(needed, 4);  // ceil(8 / 3) + 1
  auto const& table = result.table("slackness");
  bool below = false;
  for (std::size_t row = 0; row < table.rows.size(); ++row) {
    bool const enough = table.at(row, "virtual_processors").number() >= static_cast<double>(needed);
    EXPECT_EQ(table.at(row, "utilization").number() == 1, enough);
    EXPECT_EQ(table.at(row, "utilization"), table.at(row, "formula"));
    below |= !enough;
  }
  EXPECT_TRUE(below);
}

TEST(Balance, ScalesTheNetworkLimitToTheSimulatedProcessors) {
  // Row p = 8, L = 7, c = 2 of parallel_slackness.csv, and the same with half of the processors simulated.
  for (std::int64_t const processors : {8, 4}) {
    auto const result = run<Balance>({.topology = "complete:routers=8",
                                      .latency = "fixed:steps=7",
                                      .slackness = {1, 2, 32},
                                      .requests = "2",
                                      .processors = processors});
    auto const& table = result.table("slackness");
    EXPECT_EQ(table.at(0, "utilization").number(), 0.125);
    EXPECT_EQ(table.at(1, "utilization").number(), 0.25);
    EXPECT_EQ(table.at(2, "utilization").number(), 0.25);
  }
}

TEST(Balance, SlacknessDoesNotOvercomeTheNetworkLimit) {
  auto const result = run<Balance>({.topology = "ring:routers=32", .slackness = {64}});
  EXPECT_NEAR(result.table("slackness").at(0, "utilization").number(), 1 / fact(result, "k_min"), 0.005);
  auto const unlimited =
      run<Balance>({.topology = "ring:routers=32", .slackness = {64}, .requests = "unlimited"});
  EXPECT_EQ(unlimited.table("slackness").at(0, "utilization").number(), 1);
}

TEST(Balance, NotesThatTheMeanLatencyIsMisleading) {
  auto const result = run<Balance>({.topology = "complete:routers=64", .latency = "geometric:mean=9"});
  ASSERT_GE(result.notes.size(), 2u);
  EXPECT_NE(result.notes.at(1).find("delays all virtual processors behind it"), std::string::npos);
  EXPECT_NE(result.answer.find("no slackness is guaranteed to suffice"), std::string::npos);
}

TEST(Balance, UsesClosedFormsForALargeTorus) {
  auto const result = run<Balance>({.topology = "torus:sides=64x64x64", .every = 8, .slackness = {1}});
  EXPECT_NEAR(fact(result, "k_min"), 8, 1e-4);
  EXPECT_EQ(fact(result, "routers"), 262144);
  EXPECT_NE(result.answer.find("balanced"), std::string::npos);
}

TEST(Balance, DoesNotDependOnThreads) {
  Balance::Params const request{.topology = "torus:sides=4x4", .latency = "uniform"};
  std::vector<Table> tables;
  for (unsigned const count : {1U, 7U}) {
    Threads const threads{count};
    auto const result = run<Balance>(request);
    if (tables.empty()) tables = result.tables;
    EXPECT_EQ(result.tables, tables);
  }
}

TEST(Balance, RejectsInvalidRequests) {
  EXPECT_EQ(
      complaint({.topology = "torus:sides=1"}),
      "topology: the network has 1 terminal (a request goes to another processor); choose a network with at least two terminals");
  EXPECT_EQ(complaint({.topology = "torus", .requests = "some"}),
            "requests: requests=some (must be network, unlimited or a number)");
  EXPECT_EQ(complaint({.topology = "torus", .requests = "-1"}),
            "requests: requests=-1 (must be network, unlimited or a number above 0)");
  EXPECT_EQ(complaint({.topology = "torus", .slackness = {2, 0}}),
            "slackness: slackness=0 (must be at least 1: a processor runs at least one virtual processor)");
  EXPECT_NE(complaint({.topology = "torus", .reading = Reading::published}).find(" has no published reading"),
            std::string::npos);
  EXPECT_NE(complaint({.topology = "torus", .latency = "uniform:from=3,to=2"}).find("latency: from=3"),
            std::string::npos);
  for (char const* latency :
       {"fixed:steps=4294967295", "fixed:steps=3000000000", "listed:steps=1x4294967295"})
    EXPECT_NE(complaint({.topology = "torus", .latency = latency})
                  .find("slackness: the latency needs a slackness of "),
              std::string::npos)
        << latency;
  EXPECT_NE(complaint({.topology = "torus", .slackness = {4294967295}, .processors = 4294967295})
                .find("virtual processors"),
            std::string::npos);
}

}  // namespace
}  // namespace weft::verb
