// SPDX-License-Identifier: Apache-2.0
// Failures specified by the names, ports and GUIDs of switches.
#include <fstream>
#include <set>

#include <gtest/gtest.h>

#include "support/complaint.hpp"
#include "support/scratch.hpp"
#include "weft/network/failures.hpp"
#include "weft/network/machine.hpp"
#include "weft/network/topologies.hpp"

namespace weft {
namespace {

/// Leaves `leaf`, `leaf-1` and `7`, a spine `1`, and two switches with equal names, each with a host. Two
/// cables connect leaf and the spine.
constexpr char const* fabric = R"(
switchguid=0xf4521403001165a0
Switch 4 "S-f4521403001165a0" # "MF0;leaf:SX6036/U1"
[4] "S-f4521403001165a1"[1]
[2] "S-f4521403001165a1"[2]
[3] "H-0000000000000001"[1]
[1] "S-f4521403001165a2"[1]
switchguid=0xf4521403001165a1
Switch 6 "S-f4521403001165a1" # "MF0;1:SX6036/U1"
[1] "S-f4521403001165a0"[4]
[2] "S-f4521403001165a0"[2]
[3] "S-f4521403001165a2"[2]
[4] "S-f4521403001165a3"[1]
[5] "S-f4521403001165a4"[1]
[6] "S-f4521403001165a5"[1]
switchguid=0xf4521403001165a2
Switch 3 "S-f4521403001165a2" # "MF0;leaf-1:SX6036/U1"
[1] "S-f4521403001165a0"[1]
[2] "S-f4521403001165a1"[3]
switchguid=0xf4521403001165a3
Switch 2 "S-f4521403001165a3" # "7 by number"
[1] "S-f4521403001165a1"[4]
switchguid=0xf4521403001165a4
Switch 2 "S-f4521403001165a4" # "left+right switch"
[1] "S-f4521403001165a1"[5]
switchguid=0xf4521403001165a5
Switch 2 "S-f4521403001165a5" # "left+right twin"
[1] "S-f4521403001165a1"[6]
Ca 1 "H-0000000000000001" # "host"
[1](1) "S-f4521403001165a0"[3]
)";

/// The failed routers and channels of a network; channels as from:port.
struct Failed {
  std::set<std::uint32_t> routers;
  std::set<std::string> channels;
  friend bool operator==(Failed const&, Failed const&) = default;
};

Failed failed(std::string const& topology, std::string const& fail) {
  Machine const machine(make_topology(topology), FailureParams{.fail = fail});
  auto const& network = *machine.network();
  Failed failed;
  for (std::uint32_t r = 0; r < network.num_routers(); ++r) {
    if (network.router_failed({r})) failed.routers.insert(r);
    for (std::uint16_t p = 0; p < network.degree({r}); ++p)
      if (network.channel_failed(network.channel({r}, {p})))
        failed.channels.insert(std::to_string(r) + ":" + std::to_string(p));
  }
  return failed;
}

class FailuresByName : public ::testing::Test {
 protected:
  FailuresByName() { std::ofstream(scratch_ / "f.ibnet") << fabric; }
  Failed in_fabric(std::string const& fail) const { return failed(topology(), fail); }
  std::set<std::string> channels(std::string const& fail) const {
    auto const found = in_fabric(fail);
    EXPECT_TRUE(found.routers.empty()) << fail;
    return found.channels;
  }
  std::string complaint(std::string const& fail) const {
    return complaint_of([&] { failed(topology(), fail); });
  }

 private:
  std::string topology() const { return "file:path=" + (scratch_ / "f.ibnet").string(); }
  Scratch scratch_;
};

using Channels = std::set<std::string>;

TEST_F(FailuresByName, FailASingleCableOfABundle) {
  // channels are numbered in the order of the cables; cables are ordered by (switch, port)
  EXPECT_EQ(channels("leaf[4]"), (Channels{"0:2", "1:1"}));
  EXPECT_EQ(channels("leaf[2]"), (Channels{"0:1", "1:0"}));
  EXPECT_EQ(channels("leaf[1]"), (Channels{"0:0", "2:0"}));
}

TEST_F(FailuresByName, AcceptSeveralNamesOfACable) {
  auto const cable = channels("leaf[4]");
  for (char const* name :
       {"MF0;leaf:SX6036/U1[4]", "S-f4521403001165a0[4]", "0xf4521403001165a0[4]", "f4521403001165a0[4]",
        "F4521403001165A0[4]", "0[4]", "1[1]", "leaf[4]-1[1]", "leaf[4] - 1[1]", "1[1]-leaf", "1-leaf[4]"})
    EXPECT_EQ(channels(name), cable) << name;
}

TEST_F(FailuresByName, FailAllCablesBetweenTwoNames) {
  Channels const both{"0:1", "0:2", "1:0", "1:1"};
  for (char const* name : {"leaf-S-f4521403001165a1", "1-leaf", "leaf - MF0;1:SX6036/U1",
                           "S-f4521403001165a0-S-f4521403001165a1", "leaf[4]+leaf[2]"})
    EXPECT_EQ(channels(name), both) << name;
}

TEST_F(FailuresByName, PreferTheLongestName) {
  EXPECT_EQ(in_fabric("leaf-1").routers, std::set{2u}) << "not the cables between leaf and 1";
  EXPECT_EQ(channels("leaf-1-leaf"), (Channels{"0:0", "2:0"}));
  EXPECT_EQ(channels("leaf-leaf-1"), (Channels{"0:0", "2:0"}));
  EXPECT_EQ(in_fabric("left+right switch+leaf").routers, (std::set{0u, 4u}));
}

TEST_F(FailuresByName, TreatNumbersAsIndicesUnlessASwitchHasTheName) {
  EXPECT_EQ(in_fabric("2").routers, std::set{2u});
  EXPECT_EQ(in_fabric("7").routers, std::set{3u}) << "a name";
  EXPECT_EQ(in_fabric("3").routers, std::set{3u});
  EXPECT_EQ(channels("0-2"), (Channels{"0:0", "2:0"}));
}

TEST_F(FailuresByName, RejectInvalidNamesWithOneLine) {
  auto const rejected = [&](std::string const& fail, std::string const& text) {
    EXPECT_NE(complaint(fail).find(text), std::string::npos) << fail << ": " << complaint(fail);
  };
  rejected("leav[4]", "'leav' is not a switch (for example, ib5 is a switch");
  rejected("leav[4]", "did you mean 'leaf'?");
  rejected("spine9", "; valid: leaf, 1, leaf-1, 7, left+right, left+right");
  rejected("leaf-lead-1", "'lead-1' is not a switch");
  rejected("leaf-lead-1", "did you mean 'leaf-1'?");
  rejected("leaf[9]",
           "port 9 of MF0;leaf:SX6036/U1 has no cable between switches (port numbers are in [1, 4])");
  rejected("leaf[0]", "port numbers are in [1, 4]");
  rejected("leaf[3]", "the port is connected to a host");
  rejected("leaf-1[3]", "no cable is plugged in");
  rejected("left+right", "'left+right' matches 2 switches; specify one of them, such as S-f4521403001165a4");
  rejected("leaf-7", "no link 'leaf-7'");
  rejected("leaf[1]-1[1]", "no link 'leaf[1]-1[1]'");
  rejected("99", "fail: router=99");
  rejected("99[1]", "fail: router=99 (must be in [0, 5])");
  rejected(std::string(1000, '-') + "leaf", "is not a switch");
  rejected(std::string(100'000, '+'), "'' is not a switch");
  rejected("each", "only weft judge supports --fail each, without other names");
  rejected("0xf4521403001165ff", "is not a switch");
}

TEST(FailuresByNameInACatalogTopology, NumberPortsLikeTheFabric) {
  std::string const torus = "torus:sides=4x4";
  Channels const cable{"0:3", "4:2"};
  for (char const* name :
       {"r0[4]", "0[4]", "S-0000000000200000[4]", "0x200000[4]", "r4[3]", "r0-r4", "0-4", "0-r4"})
    EXPECT_EQ(failed(torus, name).channels, cable) << name;
  EXPECT_EQ(failed(torus, "0x200005").routers, std::set{5u});
  EXPECT_EQ(failed(torus, "r5").routers, std::set{5u});
  for (char const* wrong :
       {"r16", "r0[5]", "r0[0]", "0x200010", "r", "r0[x]", "r0[]", "[3]", "-", "each", "0[70000]"})
    EXPECT_NE(complaint_of([&] { failed(torus, wrong); }), "none") << wrong;
}

TEST(FailuresByNameInACatalogTopology, FailOneOrAllParallelLinks) {
  auto const between = failed("torus:sides=2x4,doubled=true", "0-1").channels;
  ASSERT_EQ(between.size(), 4u) << "two cables";
  auto const one = failed("torus:sides=2x4,doubled=true", "r0[1]").channels;
  EXPECT_EQ(one.size(), 2u);
  EXPECT_TRUE(std::ranges::includes(between, one));
}

TEST(FailuresByNameInACatalogTopology, FailASingleChannelIfLinksAreUnidirectional) {
  EXPECT_EQ(failed("clex:m=3,levels=2", "r0[2]").channels, Channels{"0:1"});
}

}  // namespace
}  // namespace weft
