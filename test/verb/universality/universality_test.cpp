#include "weft/verb/universality/universality.hpp"

#include <cmath>
#include <map>

#include <gtest/gtest.h>

#include "weft/core/error.hpp"
#include "weft/verb/verb.hpp"

namespace weft::verb {
namespace {

std::map<std::string, double> facts_of(std::string const& spec) {
  std::map<std::string, double> facts;
  auto const result = run<Universality>({.topology = spec});
  for (auto const& row : result.table("facts").rows) facts[row.at(0).exact_text()] = row.at(1).number();
  return facts;
}

// Leiserson 1985, theorem 10: the universal fat tree of equal volume simulates any network with a slowdown of
// O(log^3 P).
TEST(Universality, AnyNetworkIsSimulatedWithinTheBound) {
  for (char const* spec :
       {"torus:sides=8x8x8", "mesh:sides=16x16", "torus:sides=2x2x2x2x2x2x2x2x2", "clex:m=8,levels=3",
        "dragonfly:p=2,a=8,h=4", "kary_ntree:arity=4,levels=4", "percs:supernodes=8,links=4"}) {
    auto facts = facts_of(spec);
    EXPECT_GE(facts["sets of load factor 1"], facts["load factor"]) << spec;
    EXPECT_LE(facts["slowdown / (log P)^3"], 2) << spec;
    EXPECT_GE(facts["volume of the network"], facts["routers"]) << spec;
    EXPECT_LE(facts["root capacity"], facts["leaves of the fat tree"]) << spec;
  }
}

TEST(Universality, OneMessagePerChannel) {
  auto facts = facts_of("torus:sides=4x4x4");
  EXPECT_EQ(facts["messages"], 64 * 6);
  EXPECT_EQ(facts["leaves of the fat tree"], 64);
  EXPECT_EQ(facts_of("clex:m=4,levels=2")["messages"], 2 * 64 - 16 - 4) << "without self loops";
}

TEST(Universality, OfASingleRouterThereIsNothingToSimulate) {
  auto facts = facts_of("torus:sides=1");
  EXPECT_EQ(facts["sets of load factor 1"], 0);
  EXPECT_EQ(facts["slowdown"], 0);
}

}  // namespace
}  // namespace weft::verb
