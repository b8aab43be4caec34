#include "weft/analysis/metrics.hpp"

#include <gtest/gtest.h>

#include "support/known_oracle.hpp"
#include "weft/core/error.hpp"
#include "weft/core/parallel.hpp"
#include "weft/network/topology_facts_of.hpp"
#include "weft/topology/family/clex.hpp"
#include "weft/topology/family/dcell.hpp"
#include "weft/topology/family/hypercube.hpp"
#include "weft/topology/family/hyperx.hpp"
#include "weft/topology/family/kary_nfly.hpp"
#include "weft/topology/family/kary_ntree.hpp"
#include "weft/topology/family/leiserson_fat_tree.hpp"
#include "weft/topology/family/mesh.hpp"
#include "weft/topology/family/percs.hpp"
#include "weft/topology/family/petersen.hpp"
#include "weft/topology/family/slim_fly.hpp"
#include "weft/topology/family/sparse_mesh.hpp"
#include "weft/topology/family/torus.hpp"
#include "weft/topology/family/xgft.hpp"

namespace weft {
namespace {

Measures of_torus(Sides const& sides, MetricOptions const& options = {}) {
  return measure(make_facts(topology::Torus({.sides = sides})), options);
}

double exact(Measures const& measures, std::string_view key) {
  auto const* metric = measures.find(key);
  EXPECT_TRUE(metric != nullptr && metric->exact()) << key;
  return metric == nullptr ? -1 : metric->value.number();
}

TEST(Metrics, OfAnEightCube) {  // Dally & Towles, ch. 5: 2 k^2 channels each way, k / 4 hops per dimension
  auto const measures = of_torus({8, 8, 8});
  EXPECT_EQ(exact(measures, "bisection"), 128);
  EXPECT_EQ(exact(measures, "bisection_bandwidth"), 256);
  EXPECT_EQ(exact(measures, "diameter"), 12);
  EXPECT_NEAR(exact(measures, "avg_dist"), 6.0 * 512 / 511, 1e-12);
  EXPECT_EQ(exact(measures, "injection_bandwidth"), 6);
  EXPECT_NEAR(exact(measures, "uniform_throughput"), 511.0 / 512,
              1e-9);  // 8 / k per terminal and message to all, itself included
  EXPECT_EQ(exact(measures, "paths_min"), 1);
  EXPECT_NEAR(exact(measures, "k_min"), 512.0 / 511, 1e-12) << "6 hops over 6 channels, itself not counted";
}

TEST(Metrics, EveryOneIsExactOrBetweenBoundsAndSaysHow) {
  for (auto const& measures : {of_torus({6, 5}), measure(make_facts(topology::Mesh({.sides = {9, 7}}))),
                               measure(make_facts(topology::Clex({.m = 5, .levels = 2})))})
    for (auto const& metric : measures.metrics) {
      SCOPED_TRACE(std::string(metric.key));
      if (metric.exact()) continue;
      EXPECT_FALSE(metric.how.empty());
      EXPECT_LE(metric.lower.number(), metric.upper.number());
    }
}

TEST(Metrics, BoundsHoldTheExactValues) {
  MetricOptions const patient{.exact = true};
  for (auto const& subject :
       {make_facts(topology::Torus({.sides = {5, 4}})), make_facts(topology::Mesh({.sides = {4, 4}})),
        make_facts(topology::Clex({.m = 4, .levels = 2}))}) {
    auto quick = subject;
    quick.known = {};
    quick.vertex_transitive = false;
    auto const slow = measure(subject, patient);
    for (double const seconds : {1e-9, 1e-4, 1e-3})
      for (auto const& metric : measure(quick, {.seconds = seconds}).metrics) {
        auto const* known = slow.find(metric.key);
        if (metric.exact() || known == nullptr || !known->exact()) continue;
        auto const value = known->value.number();
        SCOPED_TRACE(std::string(metric.key) + ": " + metric.how);
        if (!metric.lower.is_empty()) { EXPECT_LE(metric.lower.number(), value + 1e-9); }
        if (!metric.upper.is_empty()) { EXPECT_GE(metric.upper.number(), value - 1e-9); }
      }
  }
}

TEST(Metrics, WhereAllRoutersAreAlikeOneSearchIsEnough) {
  auto subject = make_facts(topology::Torus({.sides = {6, 5, 4}}));
  subject.known = {};
  auto const from_one = measure(subject);
  subject.vertex_transitive = false;
  auto const from_all = measure(subject);
  EXPECT_EQ(from_one.pairs, from_all.pairs);
  EXPECT_EQ(from_one.terminal_pairs, from_all.terminal_pairs);
  for (char const* key : {"diameter", "sum_dist", "girth", "edge_conn", "moore_bound"})
    EXPECT_EQ(exact(from_one, key), exact(from_all, key)) << key;
}

TEST(Metrics, AMillionRouters) {
  auto const measures = of_torus({128, 128, 64});
  EXPECT_EQ(exact(measures, "diameter"), 160);
  EXPECT_EQ(exact(measures, "links"), 3 * 1048576);
  EXPECT_EQ(exact(measures, "bisection"), 2 * 128 * 64);
  EXPECT_EQ(exact(measures, "bisection_bandwidth"), 4 * 128 * 64);
}

TEST(Metrics, ChosenByKey) {
  auto const measures = of_torus({4, 4}, {.keys = {"girth", "diameter"}});
  ASSERT_EQ(measures.metrics.size(), 2U);
  EXPECT_EQ(measures.metrics[0].key, "diameter");
  EXPECT_TRUE(measures.pairs.empty());
  EXPECT_EQ(of_torus({4, 4}, {.keys = {"dist_hist"}}).pairs, (std::vector<std::uint64_t>{0, 64, 96, 64, 16}));
}

TEST(Metrics, AnUnknownKeyIsAnsweredWithTheNearest) {
  try {
    of_torus({4, 4}, {.keys = {"diametr"}});
    FAIL();
  } catch (InputError const& error) {
    EXPECT_EQ(error.problem, "unknown metric 'diametr'");
    EXPECT_EQ(error.suggestion, "did you mean 'diameter'?");
  }
}

TEST(Metrics, DoNotDependOnThreads) {
  Threads const one{1};
  auto const alone = measure(make_facts(topology::Mesh({.sides = {7, 6}})));
  Threads const three{3};
  auto const together = measure(make_facts(topology::Mesh({.sides = {7, 6}})));
  ASSERT_EQ(alone.metrics.size(), together.metrics.size());
  for (std::size_t i = 0; i < alone.metrics.size(); ++i) {
    EXPECT_EQ(alone.metrics[i].value, together.metrics[i].value) << alone.metrics[i].key;
    EXPECT_EQ(alone.metrics[i].lower, together.metrics[i].lower) << alone.metrics[i].key;
    EXPECT_EQ(alone.metrics[i].upper, together.metrics[i].upper) << alone.metrics[i].key;
  }
}

// The concurrent flow by linear programming knows nothing of symmetry.
TEST(Metrics, ClosedThroughputIsThatOfTheLinearProgram) {
  std::vector<TopologyFacts> const subjects{
      make_facts(topology::Torus({.sides = {4, 3}})),
      make_facts(topology::Torus({.sides = {5, 2}, .concentration = 2, .doubled = true})),
      make_facts(topology::Mesh({.sides = {3, 4}})),
      make_facts(topology::Mesh({.sides = {5}, .concentration = 3})),
      make_facts(topology::Hyperx({{3, 4}, 2, 2})),
      make_facts(topology::Hypercube({3, 2})),
      make_facts(topology::Petersen({.concentration = 2})),
      make_facts(topology::KaryNtree({3, 2})),
      make_facts(topology::KaryNtree({2, 3})),
      make_facts(topology::Xgft({{3, 2, 2}, {2, 1, 3}})),
      make_facts(topology::Xgft({{2, 4}, {1, 1}})),
      make_facts(topology::LeisersonFatTree({8, 1.5})),
      make_facts(topology::LeisersonFatTree({8, 3}))};
  for (std::size_t i = 0; i < subjects.size(); ++i) {
    auto searched = subjects[i];
    searched.known = {};
    MetricOptions const options{.keys = {"uniform_throughput"}, .exact = true};
    EXPECT_NEAR(exact(measure(subjects[i], options), "uniform_throughput"),
                exact(measure(searched, options), "uniform_throughput"), 1e-6)
        << "subject " << i;
  }
}

TEST(Metrics, ThroughputOfLargeNetworksIsClosed) {
  MetricOptions const options{.keys = {"uniform_throughput", "term_bisection"}};
  auto const torus = of_torus({128, 128, 64}, options);
  EXPECT_NEAR(exact(torus, "uniform_throughput"), 0.0625, 1e-6);
  EXPECT_EQ(exact(torus, "term_bisection"), 4 * 128 * 64);
  auto const tree = measure(make_facts(topology::KaryNtree({10, 3})), options);
  EXPECT_EQ(exact(tree, "term_bisection"), 1000);
  EXPECT_NEAR(exact(tree, "uniform_throughput"), 999.0 / 990, 1e-12) << "the fraction that leaves its switch";
}

TEST(Metrics,
     TheTerminalBisectionBoundsTheThroughput) {  // without closed form, too large for paths or programs
  auto subject = make_facts(topology::Torus({.sides = {64, 64}}));
  subject.known.uniform_load.reset();
  auto const measures = measure(subject, {.keys = {"uniform_throughput"}, .seconds = 1e-9});
  auto const* metric = measures.find("uniform_throughput");
  ASSERT_NE(metric, nullptr);
  EXPECT_NEAR(metric->upper.number(), 8.0 / 64 * 4095 / 4096, 1e-9) << "Dally & Towles, ch. 3: 8 / k";
}

TEST(Metrics, TerminalsOfAKaryNflyReachEachOtherInOneWay) {
  auto const measures = measure(make_facts(topology::KaryNfly({4, 3})));
  EXPECT_EQ(exact(measures, "term_avg_dist"), 2);
  EXPECT_EQ(exact(measures, "uniform_throughput"), 1);
  EXPECT_NEAR(exact(measures, "k_min"), 2.0 * 64 / 128, 1e-12);
}

// Processors on the diagonal of a mesh: halves of the processors are closer together than halves of the mesh.
TEST(Metrics, HalvesOfSomeTerminals) {
  for (std::int64_t const side : {2, 4}) {
    topology::SparseMesh const mesh({side});
    auto const measures = measure(make_facts(mesh), {.keys = {"term_bisection"}});
    auto const* metric = measures.find("term_bisection");
    ASSERT_NE(metric, nullptr);
    auto const cut = terminal_bisection_by_trial(mesh);
    EXPECT_LE((metric->exact() ? metric->value : metric->lower).number(), cut);
    EXPECT_EQ((metric->exact() ? metric->value : metric->upper).number(), cut);
  }
}

TEST(Metrics, APercsCutHasABandwidth) {
  auto const measures =
      measure(make_facts(topology::Percs({.supernodes = 4})), {.keys = {"bisection_bandwidth"}});
  auto const* metric = measures.find("bisection_bandwidth");
  ASSERT_NE(metric, nullptr);
  topology::Percs const percs({.supernodes = 4});
  EXPECT_LE((metric->exact() ? metric->value : metric->upper).number(),
            2.0 * 4 * 10 * static_cast<double>(percs.params().links));
}

TEST(Metrics, AnnealingFindsSmallCuts) {
  auto const measures =
      measure(make_facts(topology::Dcell({.servers = 3, .levels = 2})), {.keys = {"bisection"}});
  EXPECT_LE(measures.find("bisection")->upper.number(), 28);
}

TEST(Metrics, WhatCannotBeProvedExactlySaysWhy) {
  auto const measures = measure(make_facts(topology::SlimFly({.q = 5})),
                                {.keys = {"bisection"}, .exact = true, .branches = 1000});
  EXPECT_NE(measures.find("bisection")->how.find("not decided by 1000 steps"), std::string::npos)
      << measures.find("bisection")->how;
}

TEST(Metrics, OneRouter) {
  auto const measures = of_torus({1});
  EXPECT_EQ(exact(measures, "n_vertices"), 1);
  EXPECT_EQ(exact(measures, "diameter"), 0);
}

TEST(Metrics, SeveralTerminalsPerRouter) {
  auto const measures = measure(make_facts(topology::Torus({.sides = {4}, .concentration = 3})));
  EXPECT_EQ(measures.terminal_pairs, (std::vector<std::uint64_t>{24, 72, 36}));
  EXPECT_EQ(exact(measures, "term_sum_dist"), 144);
  EXPECT_NEAR(exact(measures, "injection_bandwidth"), 2.0 / 3, 1e-12);
}

}  // namespace
}  // namespace weft
