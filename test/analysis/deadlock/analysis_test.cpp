// SPDX-License-Identifier: Apache-2.0
#include "weft/analysis/deadlock/analysis.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "analysis/deadlock/packet_oracle.hpp"
#include "support/machine_of.hpp"
#include "weft/core/parallel.hpp"
#include "weft/core/random.hpp"
#include "weft/routing/bind.hpp"
#include "weft/topology/family/mesh.hpp"
#include "weft/topology/family/torus.hpp"

namespace weft::deadlock {
namespace {

/// Offers random candidates, equal for equal heads: legs with intermediate routers, diversions, escape paths.
class RandomRouting final : public routing::ChannelRouting {
 public:
  struct Rules {
    std::uint64_t seed = 0;
    bool intermediates = false, diversions = false, escapes = false;
    std::uint32_t max_ways = 2;
    std::uint64_t rarity = 1;  ///< of candidates that are not escapes, if there are escapes
  };
  static constexpr std::uint32_t vcs = 3;

  RandomRouting(Network const& network, Rules rules) : network_(network), rules_(rules) {}
  routing::ChannelTraits traits() const override { return {.has_escape = rules_.escapes}; }
  void route(std::span<routing::Head const>, routing::QueueView const&, std::span<routing::Candidate>,
             std::span<std::uint16_t>) const override {
    throw std::logic_error("analyzes do not route packets");
  }
  std::vector<routing::Launch> launches() const override {
    if (!rules_.intermediates) return {{}};
    return {{0, false}, {1, true}};
  }
  void possible(routing::Head const& head, routing::Possible& out) const override {
    Rng rng(rules_.seed, Purpose::test, head.at << 16 | head.target << 8 | head.phase, head.in_vc);
    auto const candidates =
        rules_.escapes && rng.below(rules_.rarity) != 0 ? 0 : 1 + rng.below(rules_.max_ways);
    for (std::uint64_t i = 0; i < candidates; ++i)
      out.candidates.push_back(
          {.vcs = rules_.escapes && rng.below(8) != 0 ? 2 : 1 + rng.below(3),
           .phase = rules_.escapes ? head.phase : static_cast<std::uint16_t>(rng.below(3)),
           .port = static_cast<std::uint16_t>(rng.below(network_.degree({head.at})))});
    if (rules_.escapes && rng.below(40) != 0)
      out.candidates.push_back(
          {.vcs = head.phase == 2 ? 4u : 1u, .phase = head.phase, .port = along_path(head), .escape = true});
    if (rules_.diversions && head.phase != 2 && rng.below(4) == 0) out.diversions.push_back(1);
  }
  std::uint16_t after_intermediate(std::uint16_t phase) const override {
    return static_cast<std::uint16_t>(phase + 1);
  }
  bool may_be_intermediate(std::uint32_t from, std::uint32_t intermediate) const override {
    return (from + intermediate) % 3 != 0;
  }

 private:
  /// Returns the port towards the target if routers are linked in a row.
  std::uint16_t along_path(routing::Head const& head) const {
    bool const has_two = network_.degree({head.at}) == 2;
    return has_two && head.target > head.at ? 1 : 0;
  }

  Network const& network_;
  Rules rules_;
};

RandomRouting::Rules random_rules() {
  RandomRouting::Rules rules;
  rules.seed = *rc::gen::arbitrary<std::uint64_t>();
  rules.intermediates = *rc::gen::arbitrary<bool>();
  rules.diversions = rules.intermediates && *rc::gen::arbitrary<bool>();
  rules.max_ways = *rc::gen::inRange(1u, 4u);
  return rules;
}

std::set<PacketOracle::Dependency> dependencies_of(DependencyGraph const& graph) {
  std::set<PacketOracle::Dependency> all;
  for (Vertex v = 0; v < graph.channels.size(); ++v)
    for (auto const head : graph.waits.heads(v)) all.emplace(graph.channels[v], graph.channels[head]);
  return all;
}

RC_GTEST_PROP(DependencyGraph, MatchesSinglePackets, ()) {
  auto const network = build_network(topology::Torus({{4}}));
  RandomRouting const routing(network, random_rules());
  Legs legs(network, routing);
  auto const graph = explore(legs, RandomRouting::vcs);
  PacketOracle const oracle(network, routing);
  RC_ASSERT(dependencies_of(graph) == oracle.dependencies);
  RC_ASSERT(std::set(graph.channels.begin(), graph.channels.end()) == oracle.used);
  RC_TAG(legs.rounds().size());
}

RC_GTEST_PROP(DependencyGraph, HasPacketsForEveryCycle, ()) {
  auto const network = build_network(topology::Torus({{5}}));
  RandomRouting const routing(network, random_rules());
  auto const found = analyze(network, routing, RandomRouting::vcs);
  PacketOracle const oracle(network, routing);
  for (auto const& step : found.cycle) {
    RC_ASSERT(oracle.dependencies.contains({step.held, step.requested}));
    RC_ASSERT(step.packet.source < network.num_terminals());
    RC_ASSERT(step.packet.source != step.packet.destination || !step.packet.intermediates.empty());
  }
}

RC_GTEST_PROP(EscapeCondition, MatchesAllExtendedDependencies, ()) {
  auto const network = build_network(topology::Mesh({{6}}));
  auto rules = random_rules();
  rules.escapes = true;
  rules.rarity = *rc::gen::inRange(1u, 40u);
  RandomRouting const routing(network, rules);
  Legs legs(network, routing);
  auto const graph = explore(legs, RandomRouting::vcs);
  PacketOracle const oracle(network, routing);
  auto const all = oracle.extended();
  std::vector<Arc> arcs;
  for (auto const& [from, to] : all) arcs.emplace_back(graph.vertex_of(from), graph.vertex_of(to));
  bool const cyclic = cycle_facts(Graph::from_arcs(graph.channels.size(), arcs)).cyclic();
  auto const verdict = escape_condition(legs, graph);
  RC_ASSERT(verdict.cycle.empty() == !cyclic);
  RC_ASSERT(graph.escape_everywhere == oracle.escape_everywhere);
  RC_ASSERT(std::ranges::count(graph.is_escape, true) == std::ssize(oracle.escapes));
  for (std::size_t i = 0; i < verdict.cycle.size(); ++i)
    RC_ASSERT(all.contains(
        {graph.channels[verdict.cycle[i]], graph.channels[verdict.cycle[(i + 1) % verdict.cycle.size()]]}));
  RC_TAG(cyclic ? "cyclic" : "acyclic", legs.rounds().size());
}

/// On a mesh: all productive ports on VC 1, and dimension order on VC 0, from which packets may or may not
/// return.
class AdaptiveMesh final : public routing::ChannelRouting {
 public:
  AdaptiveMesh(topology::Mesh const& mesh, bool escape_by_row) : mesh_(mesh), by_row_(escape_by_row) {}
  routing::ChannelTraits traits() const override { return {.has_escape = true}; }
  void route(std::span<routing::Head const>, routing::QueueView const&, std::span<routing::Candidate>,
             std::span<std::uint16_t>) const override {
    throw std::logic_error("analyzes do not route packets");
  }
  void possible(routing::Head const& head, routing::Possible& out) const override {
    bool escape = true;
    for (std::uint32_t dim = 0; dim < 2; ++dim) {
      auto const here = mesh_.shape().coord({head.at}, dim), goal = mesh_.shape().coord({head.target}, dim);
      if (here == goal) continue;
      auto const port = mesh_.port_toward({head.at}, dim, goal > here ? here + 1 : here - 1).v;
      out.candidates.push_back({.vcs = 2, .port = port});
      if (escape || !by_row_) out.candidates.push_back({.vcs = 1, .port = port, .escape = true});
      escape = false;
    }
  }

 private:
  topology::Mesh const& mesh_;
  bool by_row_;
};

TEST(Analysis, DuatosConditionHoldsForDimensionOrderAsEscape) {
  topology::Mesh const mesh({{4, 4}});
  auto const network = build_network(mesh);
  auto const found = analyze(network, AdaptiveMesh(mesh, true), 2);
  EXPECT_TRUE(found.cycles.cyclic()) << "adaptive channels alone could deadlock";
  EXPECT_EQ(found.proof, Proof::escape);
  EXPECT_EQ(found.escape_channels, 48);
  auto const refuted = analyze(network, AdaptiveMesh(mesh, false), 2);
  EXPECT_EQ(refuted.proof, Proof::none) << "an escape that is minimal adaptive itself is cyclic";
  EXPECT_EQ(refuted.cycle.size(), 4);
  EXPECT_NE(refuted.why, "");
}

Analysis of_dimension_order(std::string const& options, Sides const& sides, routing::VcSupply const& supply) {
  topology::Torus const torus({sides});
  auto const machine = machine_of(torus);
  return analyze(*machine.network(),
                 *routing::bind_channels(Spec::parse("dimension_order" + options), machine, supply),
                 supply.vcs);
}

TEST(Analysis, BubblesPreventDeadlockOnRings) {
  for (std::uint32_t vcs : {1u, 3u}) {
    auto const found = of_dimension_order(":rings=bubble", {4, 5}, {vcs});
    EXPECT_TRUE(found.cycles.cyclic());
    EXPECT_EQ(found.proof, Proof::bubble) << vcs;
    EXPECT_EQ(found.rings, 2u * (4 + 5)) << "two for each row and column";
  }
  auto const without = of_dimension_order(":rings=at_dateline", {4, 5}, {1, true});
  EXPECT_EQ(without.proof, Proof::none);
}

TEST(Analysis, ReportsACycleStepByStep) {
  auto const found = of_dimension_order("", {4}, {1, true});
  EXPECT_EQ(found.cycle.size(), 4);
  for (std::size_t i = 0; i < 4; ++i) {
    auto const& step = found.cycle[i];
    EXPECT_EQ(step.requested, found.cycle[(i + 1) % 4].held);
    EXPECT_NE(step.packet.source, step.packet.destination);
    EXPECT_TRUE(step.packet.intermediates.empty());
    EXPECT_FALSE(step.indirect);
  }
}

TEST(Analysis, DoesNotDependOnThreads) {
  auto const network = build_network(topology::Torus({{3, 3}}));
  RandomRouting const routing(network,
                              {.seed = 7, .intermediates = true, .diversions = true, .escapes = true});
  auto const of_all = analyze(network, routing, RandomRouting::vcs);
  Threads const one{1};
  auto const of_one = analyze(network, routing, RandomRouting::vcs);
  EXPECT_EQ(of_all.dependencies, of_one.dependencies);
  EXPECT_EQ(of_all.escape_dependencies, of_one.escape_dependencies);
  EXPECT_EQ(of_all.cycles.shortest, of_one.cycles.shortest);
  ASSERT_EQ(of_all.cycle.size(), of_one.cycle.size());
  for (std::size_t i = 0; i < of_all.cycle.size(); ++i) {
    EXPECT_EQ(of_all.cycle[i].held, of_one.cycle[i].held);
    EXPECT_EQ(of_all.cycle[i].packet.source, of_one.cycle[i].packet.source);
    EXPECT_EQ(of_all.cycle[i].packet.destination, of_one.cycle[i].packet.destination);
    EXPECT_EQ(of_all.cycle[i].packet.intermediates, of_one.cycle[i].packet.intermediates);
  }
}

}  // namespace
}  // namespace weft::deadlock
