// SPDX-License-Identifier: Apache-2.0
#include "weft/verb/universality/universality.hpp"

#include <cmath>
#include <map>

#include <gtest/gtest.h>

#include "weft/core/error.hpp"
#include "weft/verb/load/load.hpp"
#include "weft/verb/verb.hpp"

namespace weft::verb {
namespace {

std::map<std::string, double> facts_of(Result const& result) {
  std::map<std::string, double> facts;
  for (auto const& row : result.table("facts").rows)
    if (row.at(1).is_number()) facts[row.at(0).exact_text()] = row.at(1).number();
  return facts;
}

std::map<std::string, double> facts_of(std::string const& spec) {
  return facts_of(run<Universality>({.topology = spec}));
}

// Leiserson 1985, theorem 10: the universal fat tree of equal volume simulates any network with a slowdown of
// O(log^3 P).
TEST(Universality, SlowdownIsWithinTheBound) {
  for (char const* spec :
       {"torus:sides=8x8x8", "mesh:sides=16x16", "torus:sides=2x2x2x2x2x2x2x2x2", "clex:m=8,levels=3",
        "dragonfly:p=2,a=8,h=4", "kary_ntree:arity=4,levels=4", "percs:supernodes=8,links=4"}) {
    auto facts = facts_of(spec);
    EXPECT_GE(facts["sets of load factor 1"], facts["load_factor"]) << spec;
    EXPECT_LE(facts["sets of load factor 1"], facts["bound on the sets"]) << spec;
    EXPECT_LE(facts["slowdown / (log P)^3"], 2) << spec;
    EXPECT_GE(facts["volume of the network"], facts["routers"]) << spec;
    EXPECT_LE(facts["root capacity"], facts["leaves of the fat tree"]) << spec;
  }
}

TEST(Universality, SendsOneMessagePerChannel) {
  auto facts = facts_of("torus:sides=4x4x4");
  EXPECT_EQ(facts["messages"], 64 * 6);
  EXPECT_EQ(facts["leaves of the fat tree"], 64);
  EXPECT_EQ(facts_of("clex:m=4,levels=2")["messages"], 2 * 64 - 16 - 4) << "without self loops";
}

TEST(Universality, SlowdownOfASingleRouterIsZero) {
  auto facts = facts_of("torus:sides=1");
  EXPECT_EQ(facts["sets of load factor 1"], 0);
  EXPECT_EQ(facts["slowdown"], 0);
}

// All-to-all among the 16 leaves of a fat tree, 240 messages without messages of a leaf to itself. The
// channel above a vertex of height j carries 2^j (16 - 2^j) of them, with a capacity of g^j. g = 2: 15, 14,
// 12, 8. g = 1: 15, 28, 48, 64. g = 1.5: 15, 18.67, 21.33, 18.96.
TEST(Universality, MatchesAnAllToAllOnTheOwnTreeByHand) {
  struct Case {
    double growth;
    std::vector<double> factors;
  };
  for (auto const& [growth, factors] : {Case{2, {15, 14, 12, 8}}, Case{1, {15, 28, 48, 64}},
                                        Case{1.5, {15, 28 / 1.5, 48 / 2.25, 64 / 3.375}}}) {
    auto const result =
        run<Universality>({.topology = "leiserson_fat_tree:leaves=16,growth=" + std::to_string(growth),
                           .tree = DeliveringTree::own,
                           .pattern = "all_to_all"});
    auto facts = facts_of(result);
    EXPECT_EQ(facts["messages"], 240);
    auto const& levels = result.table("levels");
    for (std::size_t j = 0; j < 4; ++j)
      EXPECT_NEAR(levels.at(j, "load_factor").number(), factors[j], 1e-9) << growth << " height " << j;
    EXPECT_NEAR(facts["load_factor"], *std::ranges::max_element(factors), 1e-9);
    EXPECT_GE(facts["sets of load factor 1"], facts["load_factor"]);
    EXPECT_LE(facts["sets of load factor 1"], facts["bound on the sets"]);
  }
}

/// On trees with one path per pair, the load engine computes the same load factor independently; its loads
/// are relative to a mean task that sends 1 and are scaled by the messages per task.
TEST(Universality, LoadFactorMatchesTheLoadEngine) {
  for (char const* pattern : {"halo", "transpose", "permutation"}) {
    std::string const topology = "leiserson_fat_tree:leaves=64,growth=1.587";
    auto facts = facts_of(run<Universality>(
        {.topology = topology, .tree = DeliveringTree::own, .pattern = pattern, .mapping = "random"}));
    auto const loads = run<Load>({.topology = topology, .pattern = pattern, .mapping = "random"});
    double maximum = 0, per_task = 0;
    auto const& most_loaded = loads.table("fullest");
    for (std::size_t row = 0; row < most_loaded.rows.size(); ++row)
      maximum = std::max(maximum, most_loaded.at(row, "load_factor").number());
    // Flows of equal size: a halo task sends 4, a transpose task (8 x 8) 16, of which 2 are to itself.
    per_task = std::string(pattern) == "halo" ? 4 : std::string(pattern) == "transpose" ? 16 : 1;
    EXPECT_NEAR(facts["load_factor"], maximum * per_task, 1e-9) << pattern;
  }
}

// Four nodes at each of four switches, two links up from each: parallel roots are merged. Each node of the
// first half sends to a node of the second half: 4 messages over each bundle of two links.
TEST(Universality, MergesParallelRoots) {
  auto const result = run<Universality>(
      {.topology = "xgft:children=4x4,parents=1x2", .tree = DeliveringTree::own, .pattern = "shift:by=8"});
  auto facts = facts_of(result);
  EXPECT_EQ(facts["vertices of the tree"], 21);
  EXPECT_DOUBLE_EQ(facts["load_factor"], 2);
  EXPECT_EQ(facts["sets of load factor 1"], 2);
  EXPECT_EQ(facts["rounds"], 2 * 4);
}

// A halo task sends a quarter to each of four others: with messages of an eighth, two to each.
TEST(Universality, DividesFlowsIntoMessagesOfAGivenSize) {
  auto messages = [](double carries) {
    return facts_of(run<Universality>({.topology = "leiserson_fat_tree:leaves=64",
                                       .tree = DeliveringTree::own,
                                       .pattern = "halo",
                                       .message = carries}))["messages"];
  };
  EXPECT_EQ(messages(0), 256);
  EXPECT_EQ(messages(0.25), 256);
  EXPECT_EQ(messages(0.125), 512);
  EXPECT_EQ(messages(1), 256);
}

TEST(Universality, AssignsEachMessageToASet) {
  auto const result = run<Universality>(
      {.topology = "torus:sides=4x4", .pattern = "permutation", .details = TreeDetails::messages});
  auto facts = facts_of(result);
  auto const& messages = result.table("messages");
  EXPECT_EQ(static_cast<double>(messages.rows.size()), facts["messages"]);
  for (std::size_t row = 0; row < messages.rows.size(); ++row)
    EXPECT_LT(messages.at(row, "set").number(), facts["sets of load factor 1"]);
}

TEST(Universality, RejectsInvalidRequests) {
  auto const rejected = [](Universality::Params const& params) {
    EXPECT_THROW(run<Universality>(params), InputError);
  };
  rejected({.topology = "torus:sides=4x4", .tree = DeliveringTree::own});
  rejected({.topology = "torus:sides=4x4", .mapping = "random"});
  rejected({.topology = "torus:sides=4x4", .capacity = 2});
  rejected({.topology = "leiserson_fat_tree", .tree = DeliveringTree::own, .layout = "pitch=1"});
  rejected({.topology = "leiserson_fat_tree:growth=0.5", .tree = DeliveringTree::own});
  rejected({.topology = "leiserson_fat_tree:leaves=4", .jobs = "[a:grid=2,rate=2]"});
  auto facts = facts_of(run<Universality>(
      {.topology = "leiserson_fat_tree:leaves=4,growth=0.5", .tree = DeliveringTree::own, .capacity = 4}));
  EXPECT_DOUBLE_EQ(facts["load_factor"], 0.5) << "a message over a channel of capacity 2 below the root";
}

}  // namespace
}  // namespace weft::verb
