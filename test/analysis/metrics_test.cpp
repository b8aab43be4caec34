#include "weft/analysis/metrics.hpp"

#include <gtest/gtest.h>

#include "weft/core/error.hpp"
#include "weft/core/parallel.hpp"
#include "weft/network/topology_facts_of.hpp"
#include "weft/topology/family/clex.hpp"
#include "weft/topology/family/mesh.hpp"
#include "weft/topology/family/torus.hpp"

namespace weft {
namespace {

Measures of_torus(Sides const& sides, MetricOptions const& options = {}) {
  return measure(make_facts(Torus({.sides = sides})), options);
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
  for (auto const& measures : {of_torus({6, 5}), measure(make_facts(Mesh({.sides = {9, 7}}))),
                               measure(make_facts(Clex({.m = 5, .levels = 2})))})
    for (auto const& metric : measures.metrics) {
      SCOPED_TRACE(std::string(metric.key));
      if (metric.exact()) continue;
      EXPECT_FALSE(metric.how.empty());
      EXPECT_LE(metric.lower.number(), metric.upper.number());
    }
}

TEST(Metrics, BoundsHoldTheExactValues) {
  MetricOptions const patient{.exact = true};
  for (auto const& subject : {make_facts(Torus({.sides = {5, 4}})), make_facts(Mesh({.sides = {4, 4}})),
                              make_facts(Clex({.m = 4, .levels = 2}))}) {
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
  auto subject = make_facts(Torus({.sides = {6, 5, 4}}));
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
  auto const alone = measure(make_facts(Mesh({.sides = {7, 6}})));
  Threads const three{3};
  auto const together = measure(make_facts(Mesh({.sides = {7, 6}})));
  ASSERT_EQ(alone.metrics.size(), together.metrics.size());
  for (std::size_t i = 0; i < alone.metrics.size(); ++i) {
    EXPECT_EQ(alone.metrics[i].value, together.metrics[i].value) << alone.metrics[i].key;
    EXPECT_EQ(alone.metrics[i].lower, together.metrics[i].lower) << alone.metrics[i].key;
    EXPECT_EQ(alone.metrics[i].upper, together.metrics[i].upper) << alone.metrics[i].key;
  }
}

TEST(Metrics, OneRouter) {
  auto const measures = of_torus({1});
  EXPECT_EQ(exact(measures, "n_vertices"), 1);
  EXPECT_EQ(exact(measures, "diameter"), 0);
}

TEST(Metrics, SeveralTerminalsPerRouter) {
  auto const measures = measure(make_facts(Torus({.sides = {4}, .concentration = 3})));
  EXPECT_EQ(measures.terminal_pairs, (std::vector<std::uint64_t>{24, 72, 36}));
  EXPECT_EQ(exact(measures, "term_sum_dist"), 144);
  EXPECT_NEAR(exact(measures, "injection_bandwidth"), 2.0 / 3, 1e-12);
}

}  // namespace
}  // namespace weft
