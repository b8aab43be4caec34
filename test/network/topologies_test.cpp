// SPDX-License-Identifier: Apache-2.0
#include "weft/network/topologies.hpp"

#include <algorithm>

#include <gtest/gtest.h>

#include "weft/topology/machines.hpp"

namespace weft {
namespace {

TEST(Topologies, MachinesAndAliasesDoNotHideFamilies) {
  auto const others = with_other_names({});
  for (auto const& doc : topology_docs()) EXPECT_EQ(std::ranges::count(others, doc.name), 0) << doc.name;
}

TEST(Topologies, TitlesContainTheSizeAndNonDefaultValues) {
  for (auto const& [spec, title] : std::vector<std::pair<std::string, std::string>>{
           {"torus:sides=4x4", "torus:sides=4x4"},
           {"torus:sides=8x8,concentration=1,doubled=false,injection=0", "torus:sides=8x8"},
           {"mesh:concentration=2", "mesh:sides=4x4,concentration=2"},
           {"kary_ntree:arity=4,levels=3", "kary_ntree:arity=4,levels=3"},
           {"dragonfly", "dragonfly:p=2,a=4,h=2"},
           {"dragonfly:groups=5", "dragonfly:p=2,a=4,h=2,groups=5"},
           {"jellyfish", "jellyfish:routers=20,degree=4"},
           {"clex:links=single", "clex:m=4,levels=2,links=single"},
           {"petersen", "petersen"}})
    EXPECT_EQ(make_topology(spec)->spec(false), title);
}

TEST(Topologies, FamiliesOfSeveralSizesHaveSizeParameters) {
  for (auto const& doc : topology_docs())
    EXPECT_EQ(std::ranges::any_of(doc.params, [](auto const& param) { return param.use.size; }),
              doc.name != "file" && doc.name != "petersen" && doc.name != "hoffman_singleton")
        << doc.name;
}

TEST(Topologies, HaveClosedFormsOfDistances) {
  auto const torus = make_topology("torus:sides=4x6");
  EXPECT_TRUE(torus->has_distance());
  EXPECT_EQ(torus->distance({0}, {23}), 2u);
  EXPECT_EQ(torus->diameter(), 5u);
  EXPECT_FALSE(make_topology("jellyfish")->has_distance());
  EXPECT_FALSE(make_topology("clex:m=2,levels=3,landing=high")->has_distance());
}

}  // namespace
}  // namespace weft
