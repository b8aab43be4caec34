// SPDX-License-Identifier: Apache-2.0
#include "weft/analysis/balance/capacity_condition.hpp"

#include <cmath>
#include <numbers>

#include <gtest/gtest.h>

#include "support/reference.hpp"
#include "weft/core/catalog.hpp"
#include "weft/graph/order.hpp"
#include "weft/network/topologies.hpp"
#include "weft/network/topology_of.hpp"
#include "weft/topology/family/clex.hpp"
#include "weft/topology/family/coated_mesh.hpp"
#include "weft/topology/family/dragonfly.hpp"
#include "weft/topology/family/jellyfish.hpp"
#include "weft/topology/family/kary_ntree.hpp"
#include "weft/topology/family/kautz.hpp"
#include "weft/topology/family/mesh.hpp"
#include "weft/topology/family/percs.hpp"
#include "weft/topology/family/sparse_mesh.hpp"
#include "weft/topology/family/sparse_torus.hpp"
#include "weft/topology/family/torus.hpp"

namespace weft {
namespace {

/// Some topology families; the complete catalog belongs to a higher layer.
using Families = Catalog<topology::Torus, topology::Mesh, topology::SparseTorus, topology::SparseMesh,
                         topology::CoatedMesh, topology::Clex, topology::KaryNtree, topology::Percs,
                         topology::Kautz, topology::Jellyfish, topology::Dragonfly>;

TopologyFacts facts_of(std::string const& spec) {
  return Families::pick(Spec::parse(spec), [](auto const& topology) { return make_facts(topology); });
}

std::vector<CapacityCondition> conditions_of(TopologyFacts const& subject, std::uint32_t trips = 1) {
  return capacity_conditions(subject, terminal_distances(subject, {}, 1), trips, {});
}

/// Returns Weft's name for a reading in capacity_condition.csv.
std::string reading_of(ReferenceRow const& row) {
  auto const& source = row.at("source");
  if (row.at("network") == "coated_mesh")
    return source.starts_with("slide")                          ? "slides: 4 side - 2 processors"
           : source.starts_with("processors on boundary nodes") ? "processors on boundary routers"
                                                                : "processors on boundary ports";
  return source.starts_with("exact") ? "slides, exact diameter" : "slides";
}

std::string spec_of(ReferenceRow const& row) {
  auto const& s = row.at("s");
  if (row.at("network") == "mesh") return "mesh:sides=" + s + "x" + s;
  if (row.at("network") == "coated_mesh") return "coated_mesh:side=" + s;
  return "sparse_torus:dimensions=" + row.at("d") + ",side=" + s;
}

TEST(CapacityConditionSlow, MatchesEveryRowOfTheReference) {
  auto const rows = reference_rows("capacity_condition.csv");
  ASSERT_GT(rows.size(), 50u);
  for (auto const& row : rows) {
    SCOPED_TRACE(spec_of(row) + " " + reading_of(row));
    auto const conditions = conditions_of(facts_of(spec_of(row)));
    auto const condition = std::ranges::find(conditions, reading_of(row), &CapacityCondition::name);
    ASSERT_NE(condition, conditions.end());
    EXPECT_EQ(condition->reading, Reading::published);
    EXPECT_EQ(condition->processors, std::stod(row.at("p")));
    EXPECT_EQ(condition->hops, std::stod(row.at("phi")));
    EXPECT_EQ(condition->channels, std::stod(row.at("d_n")));
    EXPECT_NEAR(condition->k_min(), std::stod(row.at("k_min_real")), 5e-7);
    EXPECT_EQ(condition->whole_k_min(), std::stoull(row.at("k_min_int")));
  }
}

TEST(CapacityCondition, BalancesASparseMeshAsInTheSlides) {
  auto const conditions = conditions_of(facts_of("sparse_mesh:side=8"));
  EXPECT_EQ(conditions.at(0).k_min(), 1) << "8 processors, 16 hops, 2 * 64 channels";
  EXPECT_EQ(conditions.at(1).k_min(), 8 * 14 / 128.0);
  for (auto const& condition : conditions) EXPECT_TRUE(condition.carries(1)) << condition.name;
}

TEST(CapacityCondition, CountsEveryHopOfEveryPair) {
  for (char const* spec :
       {"torus:sides=5x4x2", "mesh:sides=4x3", "clex:m=3,levels=2", "sparse_torus:dimensions=3,side=4",
        "coated_mesh:side=3", "kary_ntree:arity=2,levels=3", "percs:supernodes=2,links=4", "kautz",
        "jellyfish:routers=30,degree=4", "torus:sides=2x2,doubled=true", "sparse_mesh:side=5"}) {
    SCOPED_TRACE(spec);
    auto const subject = facts_of(spec);
    auto const graph = subject.graph();
    auto const terminals = subject.terminals_at();
    double hops = 0, pairs = 0;
    std::uint64_t channels = 0;
    for (Vertex a = 0; a < graph.num_vertices(); ++a) {
      auto const from = hops_from(graph, a);
      for (auto const b : graph.heads(a)) channels += a != b;
      for (Vertex b = 0; b < graph.num_vertices(); ++b) {
        auto const number = terminals[a] * (terminals[b] - (a == b ? 1.0 : 0.0));
        hops += number * from[b];
        pairs += number;
      }
    }
    auto const conditions = conditions_of(subject);
    auto const* mean = find_reading(conditions, Reading::mean);
    EXPECT_NEAR(mean->hops, hops / pairs, 1e-12 * mean->hops);
    EXPECT_DOUBLE_EQ(subject.total_bandwidth(), mean->channels);
    EXPECT_DOUBLE_EQ(measure(subject, {.keys = {"k_min"}}).find("k_min")->value.number(), mean->k_min());
    if (subject.bandwidth) { EXPECT_EQ(mean->channels, static_cast<double>(channels) * *subject.bandwidth); }
    EXPECT_NEAR(mean->k_min(), static_cast<double>(subject.terminals) * hops / pairs / mean->channels, 1e-12);
    EXPECT_GE(find_reading(conditions, Reading::diameter)->k_min(), mean->k_min());
  }
}

TEST(CapacityCondition, ThroughputIsAtMostTheMeanDistanceBound) {
  for (char const* spec : {"torus:sides=4x4", "mesh:sides=4x4", "dragonfly", "coated_mesh:side=4"}) {
    auto const conditions = conditions_of(facts_of(spec));
    for (auto const& condition : conditions) {
      if (condition.reading != Reading::throughput) continue;
      EXPECT_GE(condition.k_min() * (1 + 1e-9), find_reading(conditions, Reading::mean)->k_min()) << spec;
    }
  }
  // Dally & Towles: a k-ary n-cube with even k carries 8 / k per terminal and step if senders are also
  // destinations.
  auto const torus = conditions_of(facts_of("torus:sides=8x8"));
  EXPECT_NEAR(find_reading(torus, Reading::throughput)->k_min(), 8.0 / 8 * 64 / 63, 1e-9);
}

TEST(CapacityCondition, RepliesDoubleTheHops) {
  auto const subject = facts_of("mesh:sides=4x4");
  auto const once = conditions_of(subject), twice = conditions_of(subject, 2);
  ASSERT_EQ(once.size(), twice.size());
  for (std::size_t i = 0; i < once.size(); ++i) EXPECT_DOUBLE_EQ(twice[i].k_min(), 2 * once[i].k_min());
}

TEST(CapacityCondition, RoundsTheStepsBetweenRequestsUp) {
  CapacityCondition condition{Reading::mean, "", 10, 3, 10, ""};
  EXPECT_EQ(condition.whole_k_min(), 3u);
  EXPECT_TRUE(condition.carries(3));
  EXPECT_FALSE(condition.carries(2));
  condition.hops = 3 * (1 + 1e-9);
  EXPECT_EQ(condition.whole_k_min(), 4u);
  condition.hops = 0.01;
  EXPECT_EQ(condition.whole_k_min(), 1u);
  EXPECT_TRUE(condition.carries(1));
}

TEST(TerminalDistances, SamplesApproximateTheExactDistances) {
  MetricOptions hurried;
  hurried.seconds = 0;
  auto const subject = facts_of("jellyfish:routers=400,degree=5");
  auto const exact = terminal_distances(subject, {}, 1), sampled = terminal_distances(subject, hurried, 1);
  EXPECT_TRUE(exact.exact);
  EXPECT_FALSE(sampled.exact);
  EXPECT_EQ(sampled.how, "searches from 64 routers");
  EXPECT_GT(sampled.half_width, 0);
  EXPECT_NEAR(sampled.mean, exact.mean, 3 * sampled.half_width);
  EXPECT_LE(sampled.longest, exact.longest);
  EXPECT_EQ(std::accumulate(sampled.pairs.begin(), sampled.pairs.end(), 0.0), 64 * 399);
  EXPECT_NE(terminal_distances(subject, hurried, 2).mean, sampled.mean) << "another seed, other routers";
}

TEST(TerminalDistances, RejectsASingleTerminal) {
  EXPECT_THROW(terminal_distances(facts_of("torus:sides=1"), {}, 1), InputError);
}

char const* const networks[] = {"torus:sides=8x8x8",
                                "mesh:sides=7x5x2",
                                "ring:routers=9",
                                "hypercube:dimensions=7",
                                "complete:routers=40",
                                "hyperx:sides=4x3,terminals=3",
                                "clex:m=4,levels=3",
                                "sparse_torus:dimensions=3,side=5",
                                "coated_mesh:side=6",
                                "kary_ntree:arity=3,levels=3",
                                "dragonfly",
                                "percs:supernodes=2,links=4",
                                "jellyfish:routers=30,degree=4",
                                "slim_fly:q=5"};

/// Computes the mean pair by pair.
double mean_meters_of(AnyTopology const& topology, Layout const& layout) {
  double sum = 0, pairs = 0;
  auto const terminals = static_cast<std::uint32_t>(topology.num_terminals());
  for (std::uint32_t a = 0; a < terminals; ++a)
    for (std::uint32_t b = 0; b < terminals; ++b) {
      if (a == b) continue;
      sum += layout.length(topology.injection_router({a}), topology.ejection_router({b}));
      ++pairs;
    }
  return sum / pairs;
}

TEST(SignalLaw, MeanMetersMatchAnEnumerationOfAllPairs) {
  for (auto const* const spec : networks) {
    SCOPED_TRACE(spec);
    auto const topology = make_topology(spec);
    for (auto const folding : {Folding::folded, Folding::plain}) {
      LayoutParams const params{.pitch = 0.7, .folding = folding};
      auto const law = signal_law(*topology, topology->facts(), params);
      ASSERT_TRUE(law);
      auto const expected = mean_meters_of(*topology, topology->layout(params));
      EXPECT_NEAR(law->mean_meters, expected, 1e-12 * expected);
    }
  }
}

/// Two random points of a volume V are at least 36/35 (3 V / (4 pi))^(1/3) apart on average, as in a ball
/// (Riesz's rearrangement inequality). The points of two cubes of side 1 deviate from their centers by at
/// most 1 along the axes on average, 1/3 for each axis.
TEST(SignalLaw, MeanMetersAreAtLeastTheMeanOfABall) {
  double const ball = 36.0 / 35 * std::cbrt(3 / (4 * std::numbers::pi));
  for (auto const* const spec : networks) {
    SCOPED_TRACE(spec);
    auto const topology = make_topology(spec);
    auto const law = signal_law(*topology, topology->facts(), {.pitch = 1});
    EXPECT_GE(law->mean_meters, ball * law->cube_side - 1);
  }
}

TEST(SignalLaw, MinHopsAreAtMostTheMeanDistance) {
  for (auto const* const spec : networks) {
    SCOPED_TRACE(spec);
    auto const topology = make_topology(spec);
    auto const law = signal_law(*topology, topology->facts(), {});
    auto const distances = terminal_distances(topology->facts(), {}, 1);
    ASSERT_TRUE(law->min_hops());
    EXPECT_LE(*law->min_hops(), distances.mean * (1 + 1e-12));
    EXPECT_GT(*law->min_hops(), 0);
  }
}

TEST(SignalLaw, BoundsCablesOfATorusButNotOfAHypercube) {
  auto const longest = [](std::string const& spec) {
    auto const topology = make_topology(spec);
    return *signal_law(*topology, topology->facts(), {})->longest_cable;
  };
  EXPECT_EQ(longest("torus:sides=6x6x6"), 1);  // folded: two positions
  EXPECT_EQ(longest("torus:sides=24x24x24"), 1);
  EXPECT_GT(longest("hypercube:dimensions=9"), longest("hypercube:dimensions=6"));
  EXPECT_GT(longest("hypercube:dimensions=12"), longest("hypercube:dimensions=9"));
}

TEST(SignalLaw, HasAClosedFormForABillionRouters) {
  // (k - 1 / k) / 3 along each axis of k = 1024 positions, half a meter apart.
  auto const topology = make_topology("mesh:sides=1024x1024x1024");
  TopologyFacts facts;
  facts.vertices = facts.terminals = std::uint64_t{1} << 30;
  facts.terminals_per_vertex = 1;
  auto const law = signal_law(*topology, facts, {});
  EXPECT_NEAR(law->mean_meters, (1024 - 1.0 / 1024) / 2, 1e-6);
  EXPECT_EQ(law->longest_cable, 0.5);
}

}  // namespace
}  // namespace weft
