// SPDX-License-Identifier: Apache-2.0
#include "weft/network/fabric_of.hpp"

#include <algorithm>

#include <gtest/gtest.h>

#include "support/complaint.hpp"
#include "support/scratch.hpp"
#include "weft/io/atomic_file.hpp"
#include "weft/network/topologies.hpp"

namespace weft {
namespace {

TEST(FabricOf, NumbersTheChannelsOfATopologyByPort) {
  auto const topology = make_topology("torus:sides=4x3,concentration=2");
  auto const [fabric, numbers] = fabric_of(*topology);
  ASSERT_EQ(numbers.devices().size(), 12u);
  ASSERT_EQ(numbers.terminals().size(), 24u);
  for (std::uint32_t r = 0; r < 12; ++r) {
    auto const degree = topology->degree({r});
    ASSERT_EQ(numbers.num_ports(r), degree + 2u);
    for (std::uint16_t p = 0; p < degree; ++p) {
      auto const& use = numbers.use(r, p + 1u);
      EXPECT_EQ(use.kind, PortUse::Kind::channel);
      EXPECT_EQ(use.index, p);
      auto const far = topology->neighbor({r}, {p});
      auto const& cable = fabric->cables[use.cable];
      auto const& end = cable.a.device == r && cable.a.port == p + 1u ? cable.b : cable.a;
      EXPECT_EQ(std::pair(end.device, end.port), std::pair(far.router.v, far.port.v + 1u));
    }
    for (std::uint32_t j = 0; j < 2; ++j)
      EXPECT_EQ(numbers.use(r, degree + 1u + j).index, topology->terminals_at({r}).first.v + j);
  }
  EXPECT_EQ(fabric->devices[3].guid, 0x200003u);
  EXPECT_EQ(numbers.terminals()[5].guid, 0x100000bu);
  EXPECT_TRUE(std::ranges::is_sorted(
      fabric->cables, {}, [](Cable const& cable) { return std::pair(cable.a.device, cable.a.port); }));
}

/// The channels of the sparse mesh are numbered in the order opposite to their routers.
TEST(FabricOf, NumbersTerminalsLikeTheTopology) {
  auto const topology = make_topology("sparse_mesh:side=4");
  auto const [fabric, numbers] = fabric_of(*topology);
  ASSERT_EQ(numbers.terminals().size(), 4u);
  for (std::uint32_t t = 0; t < 4; ++t) {
    auto const router = topology->injection_router({t}).v;
    EXPECT_EQ(fabric->devices[numbers.terminals()[t].device].description, "t" + std::to_string(t));
    EXPECT_EQ(numbers.use(router, topology->degree({router}) + 1u).index, t);
  }
}

TEST(FabricOf, ReturnsTheFabricOfAFile) {
  auto const topology = make_topology("file:path=" WEFT_SOURCE_DIR "/test/data/graphs/fabric.ibnet");
  auto const [fabric, numbers] = fabric_of(*topology);
  EXPECT_EQ(fabric->devices[0].description, "leaf one");
  EXPECT_EQ(numbers.terminals().size(), topology->num_terminals());
}

TEST(FabricOf, KeepsTheNodeNamesOfASlurmCluster) {
  Scratch const scratch;
  write_file(scratch / "topology.conf", "SwitchName=s Nodes=node[08-09]\n");
  auto const [fabric, numbers] =
      fabric_of(*make_topology("file:path=" + (scratch / "topology.conf").string()));
  ASSERT_EQ(numbers.terminals().size(), 2u);
  EXPECT_EQ(fabric->devices[numbers.terminals()[1].device].description, "node09");
  EXPECT_EQ(numbers.terminals()[1].guid, 0x1000003u);
}

TEST(FabricOf, RejectsUnidirectionalChannels) {
  auto const rejection = [](char const* spec) {
    return complaint_of([&] { fabric_of(*make_topology(spec)); });
  };
  EXPECT_NE(rejection("kautz").find("cannot be an InfiniBand fabric (some channels have one direction"),
            std::string::npos);
  EXPECT_NE(rejection("complete:routers=300").find("router 0 has 300 ports (an InfiniBand switch"),
            std::string::npos);
}

TEST(FabricOf, RejectsTooManyPorts) {
  EXPECT_EQ(fabric_of(*make_topology("complete:routers=254")).numbers.num_ports(0), 254u);
  EXPECT_EQ(complaint_of([] { fabric_of(*make_topology("complete:routers=255")); }),
            "router 0 has 255 ports (an InfiniBand switch has at most 254)");
}

}  // namespace
}  // namespace weft
