#include <gtest/gtest.h>

#include "weft/core/error.hpp"
#include "weft/network/topologies.hpp"

namespace weft {
namespace {

TEST(NearestMember, OfEachFamilyWithAThousandTerminals) {
  EXPECT_EQ(nearest_member("torus", 1000), "torus:sides=10x10x10");
  EXPECT_EQ(nearest_member("mesh", 1090), "mesh:sides=11x10x10");
  EXPECT_EQ(nearest_member("clex", 1000), "clex:m=10,levels=3");
  EXPECT_EQ(nearest_member("dragonfly", 1000), "dragonfly:p=4,a=8,h=4,groups=33");  // 1056
  EXPECT_EQ(nearest_member("binary_tree", 1000), "binary_tree:height=10");
  EXPECT_EQ(nearest_member("slim_fly", 1000),
            "slim_fly:q=9");  // 162 routers of degree 13 with 7 each: 1134; q = 8: 768
}

TEST(NearestMember, IsNeverFarOff) {
  for (auto const& entry : topology_docs()) {
    auto const& name = entry.name;
    if (name == "file") continue;
    auto const found = make_topology(nearest_member(name, 5000))->num_terminals();
    auto const alone = make_topology(name)->num_terminals();
    EXPECT_LE(found > 5000 ? found - 5000 : 5000 - found, alone > 5000 ? alone - 5000 : 5000 - alone) << name;
  }
}

TEST(NearestMember, KeepsWhatIsGiven) {
  EXPECT_EQ(nearest_member("torus:concentration=2", 2000), "torus:concentration=2,sides=10x10x10");
  EXPECT_EQ(nearest_member("torus:sides=4x4", 2000), "torus:sides=4x4");
  EXPECT_EQ(nearest_member("kary_ntree:levels=2", 1000), "kary_ntree:levels=2,arity=32");
}

TEST(NearestMember, KnowsOtherNames) {
  EXPECT_EQ(nearest_member("fat-tree", 1000), "kary_ntree:arity=10,levels=3");
  EXPECT_EQ(nearest_member("clos", 1000), "kary_ntree:levels=2,arity=32");
}

TEST(NearestMember, RefusesUnknownFamilies) { EXPECT_THROW(nearest_member("tors", 10), InputError); }

}  // namespace
}  // namespace weft
