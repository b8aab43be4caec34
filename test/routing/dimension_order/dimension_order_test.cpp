// SPDX-License-Identifier: Apache-2.0
#include "weft/routing/dimension_order/dimension_order.hpp"

#include <gtest/gtest.h>

#include "support/complaint.hpp"
#include "support/vc_dependencies.hpp"
#include "support/vc_routings.hpp"
#include "support/vc_walk.hpp"
#include "support/walk.hpp"
#include "weft/topology/family/coated_mesh.hpp"
#include "weft/topology/family/ring.hpp"
#include "weft/topology/family/sparse_torus.hpp"
#include "weft/topology/family/torus.hpp"

namespace weft {
namespace {

bool is_free(Machine const& machine, std::string const& routing, std::uint32_t vcs) {
  auto const bound =
      routing::bind_channels(Spec::parse(routing), machine, {.vcs = vcs, .allow_deadlock = true});
  return VcDependencies(*machine.network(), *bound).is_acyclic();
}

TEST(VcDimensionOrder, NeedsTwoClassesOnRingsOfFourOrMoreRouters) {
  for (std::int64_t routers = 3; routers <= 9; ++routers) {
    auto const ring = machine_of(topology::Ring({routers}));
    EXPECT_EQ(is_free(ring, "dimension_order", 1), routers == 3) << routers;
    EXPECT_EQ(is_free(ring, "dimension_order:tie=plus", 1), routers == 3) << routers;
    for (std::string const rings : {"balanced", "at_dateline", "past_dateline", "wrap_ahead"})
      EXPECT_TRUE(is_free(ring, "dimension_order:rings=" + rings, 2)) << routers << " " << rings;
  }
}

TEST(VcDimensionOrder, NeedsADatelineIfPacketsAlwaysGoPlus) {
  auto const ring = machine_of(topology::Ring({8}));
  for (std::string const rings : {"at_dateline", "past_dateline", "wrap_ahead"})
    EXPECT_TRUE(is_free(ring, "dimension_order:direction=plus,rings=" + rings, 2)) << rings;
  EXPECT_TRUE(is_free(ring, "dimension_order:direction=plus", 2));
  EXPECT_FALSE(is_free(ring, "dimension_order:direction=plus,rings=balanced", 2));
  EXPECT_EQ(complaint_of([&] {
              routing::bind_channels(Spec::parse("dimension_order:direction=plus,rings=balanced"), ring,
                                     {.vcs = 2});
            }),
            "routing: rings=balanced conflicts with direction=plus (packets that go more than "
            "halfway around can close a cycle); use rings=wrap_ahead");
}

TEST(VcDimensionOrder, RejectsTooFewVirtualChannels) {
  EXPECT_EQ(
      complaint_of([] {
        routing::bind_channels(Spec::parse("dimension_order"), machine_of(topology::Torus({{4, 4}})),
                               {.vcs = 1});
      }),
      "vcs: vcs=1 is too few for dimension_order (needs 2: two classes on dimensions that wrap); set vcs=2");
}

TEST(VcDimensionOrder, GoesUpAroundTheRingsOfASparseTorus) {
  // From (3, 3) to (2, 1) on 4 x 4, dimension 0 first: after the wraparound channels on the upper class.
  auto const machine = machine_of(topology::SparseTorus({.dimensions = 2, .side = 4}));
  auto const spec = Spec::parse("dimension_order");
  EXPECT_EQ(routing::vcs_needed(spec, machine), 2u);
  auto const routing = bind_vc(machine, "dimension_order");
  VcWalk walk(*machine.network(), *routing, 15, 6, 1);
  ASSERT_TRUE(walk.finish(6));
  EXPECT_EQ(walk.routers(), (std::vector<std::uint32_t>{15, 12, 13, 14, 2, 6}));
  EXPECT_EQ(walk.vcs(), (std::vector<std::uint8_t>{0, 1, 1, 0, 1}));
  EXPECT_TRUE(VcDependencies(*machine.network(), *routing).is_acyclic());
  EXPECT_EQ(routing::resolve(spec, machine, routing::Form::channels).to_string(),
            "dimension_order:rings=wrap_ahead,direction=shortest,tie=random");
  for (std::string const rings : {"at_dateline", "past_dateline"}) {
    auto const other = bind_vc(machine, "dimension_order:rings=" + rings);
    EXPECT_TRUE(VcDependencies(*machine.network(), *other).is_acyclic()) << rings;
  }
}

TEST(VcDimensionOrder, CrossesACoatedMeshBetweenItsProcessors) {
  // Processors 9 to 11 are at the low ends of the rows, 12 to 14 at the high ends, followed by the processors
  // of the columns.
  auto const machine = machine_of(topology::CoatedMesh({.side = 3}));
  EXPECT_EQ(routing::vcs_needed(Spec::parse("dimension_order"), machine), 1u);
  auto const routing = bind_vc(machine, "dimension_order");
  auto const routers = [&](std::uint32_t from, std::uint32_t to) {
    VcWalk walk(*machine.network(), *routing, from, to, 1);
    EXPECT_TRUE(walk.finish(6));
    return walk.routers();
  };
  EXPECT_EQ(routers(9, 14), (std::vector<std::uint32_t>{9, 0, 1, 2, 5, 8, 14}));
  EXPECT_EQ(routers(9, 15), (std::vector<std::uint32_t>{9, 0, 15}));  // both at router 0
  EXPECT_TRUE(VcDependencies(*machine.network(), *routing).is_acyclic());
}

TEST(VcDimensionOrder, HasEveryFormOnGridsWithoutSides) {
  for (auto const& machine : {machine_of(topology::SparseTorus({.dimensions = 3, .side = 3})),
                              machine_of(topology::CoatedMesh({.side = 4}))}) {
    SCOPED_TRACE(machine.spec());
    auto const& network = *machine.network();
    auto const spec = Spec::parse("dimension_order");
    auto const channels = bind_vc(machine, "dimension_order");
    auto const packets = routing::bind_packets(spec, machine);
    auto const shares = routing::bind_shares(spec, machine);
    for (auto const from : vc_sources(network)) {
      auto const hops = vc_hops(network, from);
      for (auto const to : vc_destinations(network)) {
        if (from == to) continue;
        VcWalk walk(network, *channels, from, to, 1);
        Walk packet(network, *packets, {from}, {to}, 1);
        ASSERT_TRUE(walk.finish(hops[to]) && packet.finish(hops[to]));
        EXPECT_EQ(walk.channels(), packet.channels());
        std::vector<routing::ChannelShare> found;
        EXPECT_TRUE(shares->append({from}, {to}, found));
        ASSERT_EQ(found.size(), hops[to]);
        for (auto const& it : found) EXPECT_EQ(it.numerator, shares->denominator());
      }
    }
  }
}

}  // namespace
}  // namespace weft
