// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <fstream>

#include <gtest/gtest.h>

#include "support/complaint.hpp"
#include "support/scratch.hpp"
#include "weft/core/parallel.hpp"
#include "weft/verb/compare/compare.hpp"
#include "weft/verb/replay/replay.hpp"
#include "weft/verb/verb.hpp"

namespace weft::verb {
namespace {

Compare::Params request(std::string const& topologies, std::string const& programs = "pattern:bytes=1MB") {
  Compare::Params params;
  params.topologies = topologies;
  params.programs = programs;
  params.metrics = "diameter";
  return params;
}

std::string compare_rejection(Compare::Params const& params) {
  return complaint_of([&] { run<Compare>(params); });
}

TEST(ComparePrograms, EqualCostMatchesThePriceOfTheFirstNetwork) {
  auto params = request("[torus:sides=4x4,hypercube:dimensions=4,fat_tree:arity=4,levels=2,mesh:sides=4x4]");
  params.equal = Equal::cost;
  auto const result = run<Compare>(params);
  auto const& rates = result.table("rates");
  ASSERT_EQ(rates.rows.size(), 4U);
  EXPECT_EQ(rates.at(0, "rate").number(), 40);
  for (std::size_t row = 1; row < rates.rows.size(); ++row)
    if (!rates.at(row, "rate").is_empty()) {
      EXPECT_NEAR(rates.at(row, "price").number() / rates.at(0, "price").number(), 1, 1e-9) << row;
    }
  EXPECT_GT(rates.at(3, "rate").number(), 40) << "a mesh has fewer cables than a torus";
}

TEST(ComparePrograms, MatchReplayAtTheSameRate) {
  auto params =
      request("[torus:sides=4x4,mesh:sides=4x4]", "[pattern:bytes=1MB,pattern:of=all_to_all,bytes=10kB]");
  params.equal = Equal::cost;
  params.grid = {4, 4};
  auto const result = run<Compare>(params);
  auto const& ranking = result.table("ranking");
  ASSERT_EQ(ranking.rows.size(), 2U);
  for (std::size_t row = 0; row < 2; ++row) {
    auto const rate = ranking.at(row, "rate").number();
    double all = 0;
    for (auto const& [column, program] : {std::pair{"end_pattern_1", "pattern:bytes=1MB"},
                                          {"end_pattern_2", "pattern:of=all_to_all,bytes=10kB"}}) {
      auto const alone = run<Replay>({.topology = ranking.at(row, "topology").short_text(),
                                      .program = program,
                                      .grid = {4, 4},
                                      .engine = "flow:bandwidth=" + format_number(rate * 1e9 / 8)});
      EXPECT_EQ(ranking.at(row, column), alone.table("summary").at(0, "end"));
      all += alone.table("summary").at(0, "end").number();
    }
    EXPECT_DOUBLE_EQ(ranking.at(row, "total_time").number(), all);
    EXPECT_DOUBLE_EQ(ranking.at(row, "runs_per_million").number(),
                     3600 / all / (ranking.at(row, "price").number() / 1e6));
    EXPECT_EQ(ranking.at(row, "rank"), Value{row + 1});
  }
  EXPECT_LE(ranking.at(0, "total_time").number(), ranking.at(1, "total_time").number());
}

TEST(ComparePrograms, EqualBandwidthIsTheTotalOverAllChannels) {
  auto params = request("[torus:sides=4x4,mesh:sides=4x4]");
  params.equal = Equal::bandwidth;
  auto const result = run<Compare>(params);
  auto const& rates = result.table("rates");
  EXPECT_DOUBLE_EQ(rates.at(0, "bandwidth").number(), 64 * 40);
  EXPECT_DOUBLE_EQ(rates.at(1, "rate").number(), 64 * 40 / 48.0) << "a mesh of 4 x 4 has 48 channels";
  params.equal = Equal::none;
  EXPECT_EQ(run<Compare>(params).table("rates").at(1, "rate").number(), 40);
}

/// Faster ports cost more: prices are proportional to the rate, so at equal cost complete:routers=16 has 40
/// Gb/s times the ratio of the prices at 40 Gb/s.
TEST(ComparePrograms, FasterPortsCostMore) {
  auto params = request("[mesh:sides=4x4,complete:routers=16]");
  auto const same_rate = run<Compare>(params);
  params.equal = Equal::cost;
  auto const result = run<Compare>(params);
  auto const price = [](Result const& of, std::size_t row) {
    return of.table("rates").at(row, "price").number();
  };
  EXPECT_NEAR(result.table("rates").at(1, "rate").number(), 40 * price(same_rate, 0) / price(same_rate, 1),
              1e-9);
  EXPECT_NEAR(price(result, 1), price(result, 0), 1e-6 * price(result, 0));
  EXPECT_EQ(result.table("rates").title,
            "Rates and prices, prices of 2014 for links of 40 Gb/s (Besta & Hoefler, Slim Fly, SC 2014)");
}

/// Only ports cost, $8.76 per Gb/s: the tree with half the links at its top has 96 ports instead of 128, and
/// so 53.3 Gb/s instead of 40. Of 31 messages of a node, 28 leave its switch: 4 nodes share 2 links up, and
/// 4 * 28 / (2 * 53.3) = 1.05 is above 31 / 40, which the nodes of the full tree need.
TEST(ComparePrograms, FullTreeWinsAllToAllAtEqualCost) {
  auto params = request("[xgft:children=4x8,parents=1x4,xgft:children=4x8,parents=1x2]",
                        "pattern:of=all_to_all,bytes=100kB");
  params.equal = Equal::cost;
  params.cost = "port=0,router=0,port_rate=8.76,copper=0,copper_meter=0,fiber=0,fiber_meter=0";
  auto const result = run<Compare>(params);
  EXPECT_NEAR(result.table("rates").at(1, "rate").number(), 40 * 128.0 / 96, 1e-9);
  EXPECT_EQ(result.table("ranking").at(0, "topology"), Value{"xgft:children=4x8,parents=1x4"});
}

/// One rank sends nothing: the program takes 0 s on all networks, so there is no ratio.
TEST(ComparePrograms, HaveNoRatioIfTheyTakeNoTime) {
  auto params = request("[torus:sides=4x4,mesh:sides=4x4]", "pattern:of=halo,bytes=0");
  params.grid = {1};
  auto const answer = run<Compare>(params).answer;
  EXPECT_EQ(answer.find("nan"), std::string::npos) << answer;
  EXPECT_NE(answer.find("; next mesh:sides=4x4, 0 s"), std::string::npos) << answer;
}

TEST(ComparePrograms, UseTheBestMapping) {
  auto params = request("[torus:sides=4x4,mesh:sides=4x4]");
  params.mapping = "[random,linear]";
  auto const best = run<Compare>(params);
  EXPECT_EQ(best.table("ranking").at(0, "best_pattern"), Value{"linear"});
  params.mapping = "linear";
  auto const linear = run<Compare>(params);
  EXPECT_EQ(best.table("ranking").at(0, "total_time"), linear.table("ranking").at(0, "total_time"));
}

TEST(ComparePrograms, UseTheBestSupportedRouting) {
  auto params =
      request("[dragonfly:p=2,a=4,h=2,kary_ntree:arity=4,levels=3]", "pattern:of=transpose,bytes=1MB");
  params.grid = {8, 8};
  params.routing = "[default,par]";
  auto const both = run<Compare>(params);
  params.routing = "default";
  auto const first = run<Compare>(params);
  for (std::size_t row = 0; row < 2; ++row)
    for (std::size_t other = 0; other < 2; ++other)
      if (both.table("ranking").at(row, "topology") == first.table("ranking").at(other, "topology")) {
        EXPECT_LE(both.table("ranking").at(row, "total_time").number(),
                  first.table("ranking").at(other, "total_time").number());
        if (both.table("ranking").at(row, "topology").short_text().starts_with("kary")) {
          EXPECT_EQ(both.table("ranking").at(row, "best_pattern"), Value{"default"});
        }
      }
  params.routing = "par";
  EXPECT_NE(compare_rejection(params).find("par cannot route on"), std::string::npos)
      << compare_rejection(params);
}

TEST(ComparePrograms, JobsRunConcurrently) {
  auto params = request("[torus:sides=4x4,mesh:sides=4x4]", "");
  params.jobs =
      "[a:program=[pattern:bytes=1MB],grid=2x4,b:program=[pattern:of=all_to_all,bytes=100kB],grid=2x4]";
  auto const result = run<Compare>(params);
  auto const& ranking = result.table("ranking");
  for (std::size_t row = 0; row < 2; ++row) {
    Replay::Params replay;
    replay.topology = ranking.at(row, "topology").short_text();
    replay.jobs = params.jobs;
    replay.engine = "flow:bandwidth=5e9";
    auto const alone = run<Replay>(replay);
    EXPECT_EQ(ranking.at(row, "end_a"), alone.table("jobs").at(0, "end"));
    EXPECT_EQ(ranking.at(row, "end_b"), alone.table("jobs").at(1, "end"));
    EXPECT_EQ(ranking.at(row, "total_time").number(),
              std::max(ranking.at(row, "end_a").number(), ranking.at(row, "end_b").number()));
  }
  params.mapping = "random";
  EXPECT_NE(compare_rejection(params).find("each job has its own"), std::string::npos)
      << compare_rejection(params);
}

TEST(ComparePrograms, RunTheSameRanksOnAllNetworks) {
  auto params = request("[torus:sides=4x5,dragonfly:p=2,a=4,h=2]");
  auto const result = run<Compare>(params);
  EXPECT_EQ(result.setting("grid"), "5x4");
}

TEST(ComparePrograms, UnfinishedProgramsAreNotRanked) {
  Scratch const scratch;
  std::ofstream(scratch / "p.goal") << "num_ranks 2 rank 0 { recv 1b from 1 } rank 1 { recv 1b from 0 }";
  auto const result =
      run<Compare>(request("[torus:sides=4x4,mesh:sides=4x4]", "goal:file=" + (scratch / "p.goal").string()));
  EXPECT_TRUE(result.table("ranking").at(0, "rank").is_empty());
  EXPECT_EQ(result.answer, "no network completes the programs");
}

TEST(ComparePrograms, VerdictNamesAlgorithmsRoutingsAndRates) {
  auto const networks = "[torus:sides=4x4,mesh:sides=4x4]";
  auto answer = run<Compare>(request(networks, "operation:of=allreduce,bytes=1e6")).answer;
  EXPECT_NE(answer.find(" (routing dimension_order, 40 Gb/s); next "), std::string::npos) << answer;
  EXPECT_TRUE(
      answer.ends_with("; allreduce by rabenseifner: other algorithms may rank the networks "
                       "otherwise (--collective allreduce=NAME)"))
      << answer;
  answer = run<Compare>(request(networks, "operation:of=allreduce,bytes=1e6,algorithm=ring")).answer;
  EXPECT_TRUE(answer.ends_with("; allreduce by ring")) << answer;
  answer = run<Compare>(request(networks)).answer;
  EXPECT_EQ(answer.find(" by "), std::string::npos) << answer;
}

TEST(ComparePrograms, HaveFiguresOfTimesAndPrices) {
  auto params = request("[torus:sides=4x4,mesh:sides=4x4]");
  auto const different = figures_of(run<Compare>(params));
  ASSERT_GE(different.size(), 2U);
  EXPECT_EQ(different[0].name, "ends");
  EXPECT_EQ(different[1].name, "pareto");
  params.equal = Equal::cost;
  for (auto const& figure : figures_of(run<Compare>(params))) EXPECT_NE(figure.name, "pareto");
}

TEST(ComparePrograms, RejectUnusedParameters) {
  auto const networks = "[torus:sides=4x4,mesh:sides=4x4]";
  auto params = request(networks);
  params.engine = "flow:bandwidth=1e9";
  EXPECT_NE(compare_rejection(params).find("use --cost rate="), std::string::npos)
      << compare_rejection(params);
  params = request(networks);
  params.traffic = "uniform";
  EXPECT_NE(compare_rejection(params).find("omit traffic"), std::string::npos) << compare_rejection(params);
  params = request(networks, "");
  params.costs = "o=5";
  EXPECT_NE(compare_rejection(params).find("needs program"), std::string::npos) << compare_rejection(params);
  params = request(networks, "");
  params.equal = Equal::cost;
  params.engine = "flit";
  EXPECT_NE(compare_rejection(params).find("needs program"), std::string::npos) << compare_rejection(params);
  params = request(networks, "pttern");
  EXPECT_NE(compare_rejection(params).find("did you mean 'pattern'?"), std::string::npos)
      << compare_rejection(params);
}

}  // namespace
}  // namespace weft::verb
