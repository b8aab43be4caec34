// SPDX-License-Identifier: Apache-2.0
#include "weft/analysis/metrics.hpp"

#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

#include "support/complaint.hpp"
#include "support/known_oracle.hpp"
#include "weft/core/parallel.hpp"
#include "weft/network/topology_of.hpp"
#include "weft/topology/family/butterfly.hpp"
#include "weft/topology/family/clex.hpp"
#include "weft/topology/family/coated_mesh.hpp"
#include "weft/topology/family/cube_connected_cycles.hpp"
#include "weft/topology/family/dcell.hpp"
#include "weft/topology/family/de_bruijn.hpp"
#include "weft/topology/family/dragonfly.hpp"
#include "weft/topology/family/hypercube.hpp"
#include "weft/topology/family/hyperx.hpp"
#include "weft/topology/family/jellyfish.hpp"
#include "weft/topology/family/kary_nfly.hpp"
#include "weft/topology/family/kary_ntree.hpp"
#include "weft/topology/family/kautz.hpp"
#include "weft/topology/family/leiserson_fat_tree.hpp"
#include "weft/topology/family/mesh.hpp"
#include "weft/topology/family/percs.hpp"
#include "weft/topology/family/petersen.hpp"
#include "weft/topology/family/polarfly.hpp"
#include "weft/topology/family/slim_fly.hpp"
#include "weft/topology/family/sparse_mesh.hpp"
#include "weft/topology/family/sparse_torus.hpp"
#include "weft/topology/family/torus.hpp"
#include "weft/topology/family/wrapped_butterfly.hpp"
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

TEST(Metrics,
     MatchAnEightCube) {  // Dally & Towles, ch. 5: 2 k^2 channels in each direction, k / 4 hops per dimension
  auto const measures = of_torus({8, 8, 8});
  EXPECT_EQ(exact(measures, "bisection"), 128);
  EXPECT_EQ(exact(measures, "bisection_bandwidth"), 256);
  EXPECT_EQ(exact(measures, "diameter"), 12);
  EXPECT_NEAR(exact(measures, "avg_dist"), 6.0 * 512 / 511, 1e-12);
  EXPECT_EQ(exact(measures, "injection_bandwidth"), 6);
  EXPECT_NEAR(exact(measures, "uniform_throughput"), 511.0 / 512,
              1e-9);  // 8 / k per terminal and message to all, including itself
  EXPECT_EQ(exact(measures, "paths_min"), 1);
  EXPECT_NEAR(exact(measures, "k_min"), 512.0 / 511, 1e-12) << "6 hops over 6 channels, itself not counted";
}

TEST(Metrics, ShortestPathsOverParallelChannelsAreDistinct) {
  auto const measures = measure(make_facts(topology::Torus({.sides = {2, 2}, .doubled = true})));
  EXPECT_EQ(exact(measures, "paths_min"), 2) << "two links to a neighbor";
  EXPECT_DOUBLE_EQ(exact(measures, "paths_mean"), (2 + 2 + 2 * 2 * 2) / 3.0)
      << "two neighbors, and the opposite corner by either of them";
}

TEST(Metrics, AreExactOrBoundedAndStateTheirMethod) {
  for (auto const& measures : {of_torus({6, 5}), measure(make_facts(topology::Mesh({.sides = {9, 7}}))),
                               measure(make_facts(topology::Clex({.m = 5, .levels = 2})))})
    for (auto const& metric : measures.metrics) {
      SCOPED_TRACE(std::string(metric.key));
      if (metric.exact()) continue;
      EXPECT_FALSE(metric.how.empty());
      EXPECT_LE(metric.lower.number(), metric.upper.number());
    }
}

TEST(Metrics, BoundsContainTheExactValues) {
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

TEST(Metrics, OneSearchSufficesForVertexTransitiveTopologies) {
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

TEST(Metrics, SupportAMillionRouters) {
  auto const measures = of_torus({128, 128, 64});
  EXPECT_EQ(exact(measures, "diameter"), 160);
  EXPECT_EQ(exact(measures, "links"), 3 * 1048576);
  EXPECT_EQ(exact(measures, "bisection"), 2 * 128 * 64);
  EXPECT_EQ(exact(measures, "bisection_bandwidth"), 4 * 128 * 64);
}

TEST(Metrics, AreSelectedByKey) {
  auto const measures = of_torus({4, 4}, {.keys = {"girth", "diameter"}});
  ASSERT_EQ(measures.metrics.size(), 2U);
  EXPECT_EQ(measures.metrics[0].key, "diameter");
  EXPECT_TRUE(measures.pairs.empty());
  EXPECT_EQ(of_torus({4, 4}, {.keys = {"dist_hist"}}).pairs, (std::vector<std::uint64_t>{0, 64, 96, 64, 16}));
}

TEST(Metrics, SuggestTheNearestKey) {
  auto const rejection = rejection_of([] { of_torus({4, 4}, {.keys = {"diametr"}}); });
  ASSERT_TRUE(rejection);
  EXPECT_EQ(rejection->problem, "unknown metric 'diametr'");
  EXPECT_EQ(rejection->suggestion, "did you mean 'diameter'?");
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

// The concurrent flow computed by linear programming does not use symmetry.
TEST(Metrics, ClosedFormThroughputMatchesTheLinearProgram) {
  std::vector<TopologyFacts> const subjects{
      make_facts(topology::Torus({.sides = {4, 3}})),
      make_facts(topology::Torus({.sides = {5, 2}, .concentration = 2, .doubled = true})),
      make_facts(topology::Mesh({.sides = {3, 4}})),
      make_facts(topology::Mesh({.sides = {5}, .concentration = 3})),
      make_facts(topology::Hyperx({{3, 4}, 2, 2})),
      make_facts(topology::Hypercube({3, 2})),
      make_facts(topology::Petersen({.concentration = 2})),
      make_facts(topology::CubeConnectedCycles({.dimension = 3})),
      make_facts(topology::Butterfly({.dimension = 2, .concentration = 2})),
      make_facts(topology::SparseTorus({.side = 4})),
      make_facts(topology::SparseTorus({.dimensions = 3, .side = 3})),
      make_facts(topology::Clex({.m = 3, .levels = 2})),
      make_facts(topology::Clex({.m = 2, .levels = 3, .bandwidth = {2}})),
      make_facts(topology::Dragonfly({.p = 2, .a = 3, .h = 1})),
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

TEST(Metrics, ThroughputBoundsContainTheOptimumOfTheLinearProgram) {
  using topology::Links;
  std::vector<TopologyFacts> const subjects{
      make_facts(topology::DeBruijn({.degree = 2, .length = 3, .concentration = 2})),
      make_facts(topology::Kautz({.degree = 2, .length = 3})),
      make_facts(topology::SlimFly({.q = 3})),
      make_facts(topology::Polarfly({.q = 2, .concentration = 3})),
      make_facts(topology::Polarfly({.q = 3})),
      make_facts(topology::Dragonfly({.p = 1, .a = 2, .h = 2})),
      make_facts(topology::WrappedButterfly({.dimension = 3})),
      make_facts(topology::CoatedMesh({.side = 1})),
      make_facts(topology::CoatedMesh({.side = 3})),
      make_facts(topology::CoatedMesh({.side = 4})),
      make_facts(topology::Percs({.supernodes = 2, .links = 1})),
      make_facts(topology::Clex({.m = 3, .levels = 2, .bandwidth = {1, 4}})),
      make_facts(topology::Clex({.m = 2, .levels = 3, .bandwidth = {3, 1}})),
      make_facts(topology::Clex({.m = 3, .levels = 2, .links = Links::single})),
      make_facts(topology::Clex({.m = 4, .levels = 2, .links = Links::single, .bandwidth = {4, 1}})),
      make_facts(topology::Clex({.m = 2, .levels = 3, .links = Links::single})),
      make_facts(topology::Jellyfish({.routers = 12, .degree = 3}))};
  for (std::size_t i = 0; i < subjects.size(); ++i) {
    auto searched = subjects[i], bare = subjects[i];
    searched.known = {};
    bare.known.uniform_load.reset();
    MetricOptions const options{.keys = {"uniform_throughput"}, .exact = true};
    auto const rate = exact(measure(searched, options), "uniform_throughput");
    for (auto const& subject : {subjects[i], bare}) {  // without the graph: only closed forms
      auto const measures = measure(subject, {.keys = {"uniform_throughput"}, .seconds = 1e-12});
      auto const* bounds = measures.find("uniform_throughput");
      if (bounds == nullptr) continue;
      EXPECT_LE((bounds->exact() ? bounds->value : bounds->lower).number(), rate + 1e-6) << "subject " << i;
      EXPECT_GE((bounds->exact() ? bounds->value : bounds->upper).number(), rate - 1e-6) << "subject " << i;
    }
  }
}

TEST(Metrics, ThroughputOfLargeNetworksHasALowerBound) {
  for (auto const& subject :
       {make_facts(topology::Clex({.m = 32, .levels = 4, .links = topology::Links::single})),
        make_facts(topology::Percs({.supernodes = 256, .links = 2})),
        make_facts(topology::Dragonfly({.p = 16, .a = 32, .h = 16})),
        make_facts(topology::SlimFly({.q = 101})), make_facts(topology::Polarfly({.q = 101})),
        make_facts(topology::WrappedButterfly({.dimension = 16})),
        make_facts(topology::DeBruijn({.degree = 2, .length = 20})),
        make_facts(topology::Kautz({.degree = 2, .length = 20})),
        make_facts(topology::CoatedMesh({.side = 128}))}) {
    auto const measures = measure(subject, {.keys = {"uniform_throughput"}});
    auto const* metric = measures.find("uniform_throughput");
    ASSERT_NE(metric, nullptr);
    if (metric->exact()) continue;
    EXPECT_GT(metric->lower.number(), metric->upper.number() / 4) << metric->how;
  }
}

TEST(Metrics,
     MatchTheBandwidthOfAClexCut) {  // (m / 2)^2 pairs of copies, m^(levels - 1) channels in each direction
  MetricOptions const options{.keys = {"bisection_bandwidth"}};
  EXPECT_EQ(exact(measure(make_facts(topology::Clex({.m = 4, .levels = 9})), options), "bisection_bandwidth"),
            4 * 262144 / 2);
  auto const single =
      measure(make_facts(topology::Clex({.m = 32, .levels = 4, .links = topology::Links::single})), options);
  EXPECT_EQ(single.find("bisection_bandwidth")->upper.number(), 32 * 1048576 / 2);
}

TEST(Metrics, TreatBoundsWithinRoundingAsEqual) {
  EXPECT_EQ(metric_between("uniform_throughput", {0.24987792968749994, 0.2498779296875, ""}, false).value,
            Value{0.2498779296875});
  EXPECT_FALSE(metric_between("bisection", {5e10, 5e10 + 1, ""}, true).exact());
  EXPECT_FALSE(metric_between("bisection", {1, INFINITY, ""}, true).exact());
}

/// The 2^35 divisions of 36 vertices at 3 ns each, and a linear program of 100 sources and 800 channels, 8e4
/// variables squared at 10 ns, take more than a minute and are announced.
TEST(Metrics, EstimateExactMetricsThatTakeMinutes) {
  MetricOptions const exactly{.exact = true};
  EXPECT_GT(estimate_metrics({.routers = 36, .terminals = 36, .channels = 144}, exactly, true).seconds, 100);
  EXPECT_LT(estimate_metrics({.routers = 36, .terminals = 36, .channels = 144}, {}, true).seconds, 5);
  NetworkSize const random{.routers = 100, .terminals = 100, .channels = 800};
  MetricOptions const throughput{.keys = {"terminal_throughput"}, .exact = true};
  EXPECT_GT(estimate_metrics(random, throughput).seconds, 60);
  EXPECT_LT(estimate_metrics(random, throughput, true).seconds, 5);
}

/// Frontier: every two of the 74 groups of 32 routers with 16 terminals have 4 links, which the 512^2 pairs
/// of terminals share; local channels carry less. 37,887 other terminals / (512^2 / 4).
TEST(Metrics, ThroughputOfFrontierHasAClosedForm) {
  auto const measures = measure(make_facts(topology::Dragonfly({16, 32, 10, 74})),
                                {.keys = {"uniform_throughput", "terminal_throughput"}});
  EXPECT_NEAR(exact(measures, "uniform_throughput"), 37887.0 / (512 * 512 / 4), 1e-12);
  EXPECT_EQ(exact(measures, "terminal_throughput"), exact(measures, "uniform_throughput"));
}

/// Groups of 4 routers with a global port each; every two of the 3 groups have two links: 4 * 4 pairs over 2
/// links. The linear program gives the same result.
TEST(Metrics, MatchTheThroughputOfADragonflyWithFewGroups) {
  auto const subject = make_facts(topology::Dragonfly({1, 4, 1, 3}));
  MetricOptions const options{.keys = {"uniform_throughput"}, .exact = true};
  EXPECT_NEAR(exact(measure(subject, options), "uniform_throughput"), 11 / 8.0, 1e-12);
  auto searched = subject;
  searched.known.uniform_load.reset();
  EXPECT_NEAR(exact(measure(searched, options), "uniform_throughput"), 11 / 8.0, 1e-6);
}

/// The channels of an 8 x 8 torus carry 8 / k = 1 per terminal to all. The channels of a 4 x 4 torus carry
/// twice as much, more than the link of a terminal.
TEST(Metrics, ThroughputOfATerminalIsAtMostItsLinkBandwidth) {
  auto const torus = of_torus({4, 4});
  EXPECT_NEAR(exact(torus, "uniform_throughput"), 2 * 15.0 / 16, 1e-9);
  EXPECT_EQ(exact(torus, "terminal_throughput"), 1);
  for (auto const* key : {"uniform_throughput", "terminal_throughput", "bisection_bandwidth",
                          "term_bisection", "injection_bandwidth"})
    EXPECT_EQ(metric_doc(key).unit, "channel rates");
}

TEST(Metrics, ThroughputOfLargeNetworksHasAClosedForm) {
  MetricOptions const options{.keys = {"uniform_throughput", "term_bisection"}};
  auto const torus = of_torus({128, 128, 64}, options);
  EXPECT_NEAR(exact(torus, "uniform_throughput"), 0.0625, 1e-6);
  EXPECT_EQ(exact(torus, "term_bisection"), 4 * 128 * 64);
  auto const tree = measure(make_facts(topology::KaryNtree({10, 3})), options);
  EXPECT_EQ(exact(tree, "term_bisection"), 1000);
  EXPECT_NEAR(exact(tree, "uniform_throughput"), 999.0 / 990, 1e-12) << "the fraction that leaves its switch";
}

TEST(Metrics,
     TerminalBisectionBoundsTheThroughput) {  // without closed form, too large for paths or programs
  auto subject = make_facts(topology::Torus({.sides = {64, 64}}));
  subject.known.uniform_load.reset();
  auto const measures = measure(subject, {.keys = {"uniform_throughput"}, .seconds = 1e-9});
  auto const* metric = measures.find("uniform_throughput");
  ASSERT_NE(metric, nullptr);
  EXPECT_NEAR(metric->upper.number(), 8.0 / 64 * 4095 / 4096, 1e-9) << "Dally & Towles, ch. 3: 8 / k";
}

TEST(Metrics, TerminalsOfAKaryNflyHaveUniquePaths) {
  auto const measures = measure(make_facts(topology::KaryNfly({4, 3})));
  EXPECT_EQ(exact(measures, "term_avg_dist"), 2);
  EXPECT_EQ(exact(measures, "uniform_throughput"), 1);
  EXPECT_NEAR(exact(measures, "k_min"), 2.0 * 64 / 128, 1e-12);
}

// Processors on the diagonal of a mesh: halves of the processors are closer to each other than halves of the
// mesh.
TEST(Metrics, TerminalBisectionMatchesExhaustiveSearchIfFewRoutersHaveTerminals) {
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

TEST(Metrics, BoundTheBisectionBandwidthOfPercs) {
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

TEST(Metrics, StateTheReasonIfTheyAreNotProven) {
  auto const measures = measure(make_facts(topology::SlimFly({.q = 5})),
                                {.keys = {"bisection"}, .exact = true, .branches = 1000});
  EXPECT_NE(measures.find("bisection")->how.find("not decided by 1000 steps"), std::string::npos)
      << measures.find("bisection")->how;
}

/// Records the stages that announce their duration.
class StagesOfKnownLength final : public ForwardingProgress {
 public:
  StagesOfKnownLength() : ForwardingProgress(no_progress()) {}
  void start(std::string_view label, std::uint64_t total, std::string_view) override {
    if (total > 0) labels.emplace_back(label);
  }
  std::vector<std::string> labels;
};

// A TimeLimit rejects stages of known length by their rate, but not this stage, which ends after `branches`
// steps.
TEST(Metrics, BranchAndBoundEndsAtItsStepLimit) {
  StagesOfKnownLength stages;
  measure(make_facts(topology::SlimFly({.q = 5})), {.keys = {"bisection"}, .exact = true, .branches = 1000},
          stages);
  EXPECT_EQ(std::ranges::count(stages.labels, "bisection, branch and bound"), 0);
}

TEST(Metrics, SupportOneRouter) {
  auto const measures = of_torus({1});
  EXPECT_EQ(exact(measures, "n_vertices"), 1);
  EXPECT_EQ(exact(measures, "diameter"), 0);
}

TEST(Metrics, SupportSeveralTerminalsPerRouter) {
  auto const measures = measure(make_facts(topology::Torus({.sides = {4}, .concentration = 3})));
  EXPECT_EQ(measures.terminal_pairs, (std::vector<std::uint64_t>{24, 72, 36}));
  EXPECT_EQ(exact(measures, "term_sum_dist"), 144);
  EXPECT_NEAR(exact(measures, "injection_bandwidth"), 2.0 / 3, 1e-12);
}

TEST(Metrics, MooreGraphsAttainTheBoundOnTheMeanDistance) {
  auto const petersen = measure(make_facts(topology::Petersen({})));
  EXPECT_DOUBLE_EQ(exact(petersen, "avg_dist_bound"), 5.0 / 3);
  EXPECT_DOUBLE_EQ(exact(petersen, "avg_dist_ratio"), 1);
  auto const hoffman_singleton = measure(make_facts(topology::SlimFly({.q = 5})));
  EXPECT_DOUBLE_EQ(exact(hoffman_singleton, "avg_dist_bound"), 91.0 / 49);
  EXPECT_DOUBLE_EQ(exact(hoffman_singleton, "avg_dist_ratio"), 1);
  // Directed, Kautz(2, 3): of the 11 other vertices, 2 at one hop, 4 at two, 5 at three.
  auto const kautz = measure(make_facts(topology::Kautz({})));
  EXPECT_DOUBLE_EQ(exact(kautz, "avg_dist_bound"), (2 + 2 * 4 + 3 * 5) / 11.0);
}

TEST(Metrics, MeanDistancesAreAtLeastTheirBound) {
  for (auto const& subject :
       {make_facts(topology::Torus({.sides = {5, 4}})), make_facts(topology::Mesh({.sides = {7, 3}})),
        make_facts(topology::Clex({.m = 3, .levels = 3})), make_facts(topology::DeBruijn({})),
        make_facts(topology::Dragonfly({})), make_facts(topology::Polarfly({})),
        make_facts(topology::KaryNtree({})), make_facts(topology::Jellyfish({.routers = 40, .degree = 5}))})
    EXPECT_GE(exact(measure(subject), "avg_dist_ratio"), 1 - 1e-12);
}

TEST(Metrics, BoundsOnTheOutExpansionContainTheExactValue) {
  // A torus with channels in one direction along each dimension, like a sparse torus: 4 x 4 routers; 4 arcs
  // leave half of the rows.
  auto const ring = measure(make_facts(topology::SparseTorus({.dimensions = 2, .side = 4})));
  EXPECT_DOUBLE_EQ(exact(ring, "out_expansion"), 0.5);
  EXPECT_EQ(of_torus({4, 4}).find("out_expansion"), nullptr) << "not directed";
  for (auto const& subject :
       {make_facts(topology::Clex({.m = 4, .levels = 2})), make_facts(topology::DeBruijn({})),
        make_facts(topology::Kautz({})), make_facts(topology::Clex({.m = 2, .levels = 4}))}) {
    auto const value = exact(measure(subject, {.exact = true}), "out_expansion");
    auto const quick = measure(subject, {.keys = {"out_expansion"}, .seconds = 1e-9});
    auto const* metric = quick.find("out_expansion");
    ASSERT_TRUE(metric != nullptr && !metric->exact());
    EXPECT_GT(metric->lower.number(), 0);
    EXPECT_LE(metric->lower.number(), value + 1e-9);
    EXPECT_GE(metric->upper.number(), value - 1e-9);
  }
  // Valid at any size: a million nodes.
  auto const large = measure(make_facts(topology::Clex({.m = 32, .levels = 4})), {.keys = {"all"}});
  EXPECT_GT(large.find("out_expansion")->lower.number(), 15.5);
  EXPECT_EQ(large.find("out_expansion")->upper.number(), 16);
  EXPECT_GT(large.find("expansion")->lower.number(), 15.5);
}

TEST(Metrics, InjectionBandwidthLimitsTheThroughput) {
  auto const of = [](double injection) {
    return measure(make_facts(topology::Torus({.sides = {4, 4, 4}, .injection = injection})));
  };
  EXPECT_EQ(exact(of(0), "injection_bandwidth"), 6);
  EXPECT_EQ(exact(of(2.5), "injection_bandwidth"), 2.5);
  EXPECT_EQ(exact(of(7), "injection_bandwidth"), 6);
  // 8 / k = 2 per terminal if senders are also destinations; the link of a terminal limits it.
  EXPECT_NEAR(exact(of(0), "terminal_throughput"), 1, 1e-12);
  EXPECT_NEAR(exact(of(1.5), "terminal_throughput"), 1.5, 1e-12);
  EXPECT_NEAR(exact(of(6), "terminal_throughput"), 2.0 * 63 / 64, 1e-9);
}

TEST(Metrics, CountOrbits) {
  EXPECT_EQ(exact(of_torus({5, 3}), "orbits"), 1);
  EXPECT_EQ(exact(measure(make_facts(topology::Mesh({.sides = {3, 3}}))), "orbits"), 3);
  EXPECT_EQ(exact(measure(make_facts(topology::Mesh({.sides = {4}}))), "orbits"), 2);
  EXPECT_EQ(exact(measure(make_facts(topology::Petersen({}))), "orbits"), 1);
  EXPECT_EQ(exact(measure(make_facts(topology::Clex({.m = 2, .levels = 2}))), "orbits"), 2);
  // Hafner 2004: the graphs of slim flies are vertex-transitive for q = 1 modulo 4 and for no other q.
  EXPECT_EQ(exact(measure(make_facts(topology::SlimFly({.q = 9}))), "orbits"), 1);
  EXPECT_GT(exact(measure(make_facts(topology::SlimFly({.q = 7}))), "orbits"), 1);
  // The closed form of meshes matches search.
  for (Sides const& sides : {Sides{3, 3, 3}, {4, 3}, {5, 5}, {2, 2, 3}, {2, 4, 4}}) {
    auto subject = make_facts(topology::Mesh({.sides = sides}));
    auto const known = exact(measure(subject, {.keys = {"orbits"}}), "orbits");
    subject.known = {};
    EXPECT_EQ(exact(measure(subject, {.keys = {"orbits"}}), "orbits"), known);
  }
}

}  // namespace
}  // namespace weft
