// SPDX-License-Identifier: Apache-2.0
#include "weft/routing/packet/shortest_paths.hpp"

#include <set>

#include <gtest/gtest.h>

#include "support/breadth_first.hpp"
#include "support/routing_on.hpp"
#include "weft/core/error.hpp"
#include "weft/topology/family/clex.hpp"
#include "weft/topology/family/mesh.hpp"
#include "weft/topology/family/torus.hpp"

namespace weft {
namespace {

template <class T>
void expect_shortest(T const& topology, std::string const& routing) {
  auto const m = routing_on(topology, routing);
  for (std::uint32_t from = 0; from < topology.num_routers(); from += 3) {
    auto const hops = hops_from(topology, {from});
    for (std::uint32_t to = 0; to < topology.num_routers(); ++to)
      ASSERT_EQ(m.finished(from, to).channels().size(), hops[to]) << from << " -> " << to;
  }
}

TEST(Minimal, UsesShortestPaths) {
  for (auto const* const choice : {"minimal", "minimal:choice=lowest", "minimal:choice=adaptive"}) {
    expect_shortest(topology::Torus({{4, 5}}), choice);
    expect_shortest(topology::Clex({.m = 3, .levels = 3}), choice);
    expect_shortest(topology::Clex({.m = 3, .levels = 3, .landing = topology::Landing::high}), choice);
    expect_shortest(topology::Clex({.m = 3, .levels = 3, .links = topology::Links::single}), choice);
  }
}

TEST(Minimal, ChoosesPortsAsSpecified) {
  topology::Mesh const mesh({{3, 3}});
  EXPECT_EQ(routing_on(mesh, "minimal:choice=lowest").finished(0, 8).routers(),
            (std::vector<std::uint32_t>{0, 1, 2, 5, 8}));
  std::set<std::vector<std::uint32_t>> candidates;
  auto const random = routing_on(mesh, "minimal");
  for (std::uint64_t seed = 0; seed < 200; ++seed) candidates.insert(random.finished(0, 8, seed).routers());
  EXPECT_EQ(candidates.size(), 6u);  // 4 over 2
  auto const by_queue = routing_on(mesh, "minimal:choice=adaptive");
  auto adaptive = by_queue.walk(0, 8);
  adaptive.step();
  EXPECT_EQ(adaptive.candidates().size(), 2u);
}

TEST(DistanceTable, SupportsFailuresAndUnidirectionalChannels) {
  // A directed network: CLEX with a failed router.
  topology::Clex const clex({.m = 3, .levels = 2});
  auto network = build_network(clex);
  struct OneRouter {
    bool router_failed(RouterId r) const { return r.v == 4; }
    bool channel_failed(ChannelId) const { return false; }
  };
  network.mark_failed(OneRouter{});
  DistanceTable const table(std::make_shared<Network const>(network));
  EXPECT_FALSE(table.reaches({0}, {4}));
  EXPECT_FALSE(table.reaches({4}, {4}));
  EXPECT_TRUE(table.reaches({0}, {0}));
  EXPECT_EQ(table.distance({0}, {0}), 0u);
}

TEST(DistanceTable, RejectsTooManyRouters) {
  auto const network = std::make_shared<Network const>(build_network(topology::Torus({{50000}})));
  EXPECT_THROW(DistanceTable{network}, InputError);
  EXPECT_TRUE(DistanceTable::fits(40000));
}

}  // namespace
}  // namespace weft
