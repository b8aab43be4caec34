// SPDX-License-Identifier: Apache-2.0
#include <filesystem>
#include <fstream>

#include <gtest/gtest.h>

#include "support/complaint.hpp"
#include "support/scratch.hpp"
#include "weft/network/topologies.hpp"
#include "weft/topology/machines.hpp"

namespace weft {
namespace {

std::string resolved(std::string const& spec) { return make_topology(spec)->spec(false); }

TEST(TypedTopologies, AcceptASizeWithoutAName) {
  EXPECT_EQ(resolved("torus:8x8"), "torus:sides=8x8");
  EXPECT_EQ(resolved("torus:8,8,4"), "torus:sides=8x8x4");
  EXPECT_EQ(resolved("torus:4x4,concentration=2"), "torus:sides=4x4,concentration=2");
  EXPECT_EQ(resolved("hypercube:3"), "hypercube:dimensions=3");
  EXPECT_EQ(resolved("dragonfly:4"), "dragonfly:p=4,a=8,h=4");
  EXPECT_EQ(resolved("dragonfly:1x4x2"), "dragonfly:p=1,a=4,h=2");
  EXPECT_EQ(resolved("fat_tree:4x2"), "kary_ntree:arity=4,levels=2");
  EXPECT_EQ(resolved("fat-tree:4"), resolved("kary_ntree:arity=4"));
  EXPECT_EQ(resolved("slim_fly:5"), "slim_fly:q=5");
  EXPECT_EQ(complaint_of([] { make_topology("dragonfly:1x2x3x4"); }),
            "topology: dragonfly:1x2x3x4 (the family has 3 named sizes)");
  EXPECT_NE(complaint_of([] { make_topology("torus:sides"); }).find("write torus:sides=.."),
            std::string::npos);
}

class TypedPaths : public testing::Test {
 protected:
  Scratch scratch;
  std::string const path = (scratch.path() / "a-b.c,d.el").string();
  TypedPaths() { std::ofstream(path) << "0 1\n1 2\n2 0\n"; }
};

TEST_F(TypedPaths, AcceptAFileAsANetwork) {
  EXPECT_EQ(make_topology(path)->num_routers(), 3U);
  EXPECT_EQ(make_topology(path)->spec(true),
            make_topology(Spec{"file", {{"path", path}}}.to_string())->spec(true));
  EXPECT_EQ(topology_text(path), Spec({"file", {{"path", path}}}).to_string());
  EXPECT_EQ(topology_text("torus:8x8"), "torus:8x8");
  auto const plain = (scratch.path() / "net").string();
  std::filesystem::copy(path, plain + ".el");
  EXPECT_EQ(make_topology("file:" + plain + ".el,concentration=2")->num_terminals(), 6U);
}

TEST_F(TypedPaths, QuoteAnInvalidPathAsTyped) {
  auto const folder = scratch.path().string();
  EXPECT_EQ(
      complaint_of([&] { make_topology(folder + "/a-b.c,d.e"); }),
      "topology: '" + folder + "/a-b.c,d.e' is neither a file nor a topology; did you mean '" + path + "'?");
  EXPECT_EQ(complaint_of([] { make_topology("no-such_net"); }).find("no_such"), std::string::npos);
  EXPECT_NE(complaint_of([] { make_topology("tor-us"); }).find("'tor-us'; did you mean 'torus'?"),
            std::string::npos);
}

TEST_F(TypedPaths, PreferANameInTheCatalogToAFile) {
  auto const before = std::filesystem::current_path();
  std::filesystem::current_path(scratch.path());
  std::filesystem::copy(path, "petersen");
  std::filesystem::copy(path, "triangle");
  EXPECT_EQ(make_topology("petersen")->num_routers(), 10U);
  EXPECT_EQ(make_topology("triangle")->num_routers(), 3U);
  std::filesystem::current_path(before);
}

}  // namespace
}  // namespace weft
