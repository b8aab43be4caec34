// SPDX-License-Identifier: Apache-2.0
#include <string>

#include <gtest/gtest.h>

#include "support/breadth_first.hpp"
#include "support/complaint.hpp"
#include "support/routing_on.hpp"
#include "weft/topology/family/clex.hpp"
#include "weft/topology/family/mesh.hpp"
#include "weft/topology/family/torus.hpp"

namespace weft {
namespace {

template <class T>
void expect_minimal_in_order() {
  for (auto const& params : T::samples()) {
    T const topology(params);
    auto const m = routing_on(topology, "dimension_order");
    SCOPED_TRACE(to_spec(topology).to_string());
    for (std::uint32_t a = 0; a < topology.num_routers(); ++a) {
      auto const hops = hops_from(topology, {a});
      for (std::uint32_t b = 0; b < topology.num_routers(); ++b) {
        auto const routers = m.finished(a, b).routers();
        ASSERT_EQ(routers.back(), b);
        ASSERT_EQ(routers.size(), hops[b] + 1);
        ASSERT_LE(hops[b], m.routing->traits().hop_bound);
        std::uint32_t dim = 0;
        for (std::size_t i = 1; i < routers.size(); ++i)
          while (topology.shape().coord({routers[i]}, dim) == topology.shape().coord({routers[i - 1]}, dim))
            ++dim;
        ASSERT_LE(dim, topology.shape().dims());
      }
    }
  }
}

TEST(DimensionOrder, IsMinimalAndCorrectsDimensionsInOrderOnATorus) {
  expect_minimal_in_order<topology::Torus>();
}
TEST(DimensionOrder, IsMinimalAndCorrectsDimensionsInOrderOnAMesh) {
  expect_minimal_in_order<topology::Mesh>();
}

TEST(DimensionOrder, MatchesAHandComputedPath) {
  topology::Torus const torus({{4, 4}});
  // (3, 0) -> (1, 3): dimension 0 is a tie (2 in either direction), resolved upwards through (0, 0); then
  // down to row 3.
  EXPECT_EQ(routing_on(torus, "dimension_order:tie=plus").finished(3, 13).routers(),
            (std::vector<std::uint32_t>{3, 0, 1, 13}));
  topology::Mesh const mesh({{4, 4}});
  EXPECT_EQ(routing_on(mesh, "dimension_order").finished(3, 13).routers(),
            (std::vector<std::uint32_t>{3, 2, 1, 5, 9, 13}));
}

TEST(DimensionOrder, EncodesAndDecodes) {
  topology::Torus const torus({{3, 5, 2}});
  auto const routing = routing_on(torus, "dimension_order").routing;
  for (std::uint32_t r = 0; r < torus.num_routers(); ++r) {
    std::uint32_t address = r;
    routing->encode({&address, 1});
    EXPECT_EQ(routing->decode(address), RouterId{r});
  }
}

TEST(DimensionOrder, ResultsDoNotDependOnTheBatchSize) {
  topology::Torus const torus({{7, 6, 5}});
  auto const routing = routing_on(torus, "dimension_order:tie=plus").routing;
  for (std::size_t const size : {1, 63, 64, 65, 200}) {
    std::vector<RouterId> at(size);
    std::vector<std::uint32_t> to(size);
    std::vector<PortId> port(size), alone(size);
    std::vector<std::uint32_t> hops(size);
    for (std::size_t i = 0; i < size; ++i) {
      at[i] = {static_cast<std::uint32_t>(i * 31 % 210)};
      to[i] = static_cast<std::uint32_t>(i * 17 % 210);
    }
    routing->encode(to);
    routing->route({.at = at, .to = to, .port = port});
    routing->hops_left({.at = at, .to = to}, hops);
    for (std::size_t i = 0; i < size; ++i) {
      routing->route({.at = {&at[i], 1}, .to = {&to[i], 1}, .port = {&alone[i], 1}});
      EXPECT_EQ(port[i], alone[i]);
      EXPECT_EQ(hops[i], torus.distance(at[i], routing->decode(to[i])));
    }
  }
}

TEST(DimensionOrder, UsesBothDirectionsEquallyHalfwayAroundARing) {
  auto const m = routing_on(topology::Torus({{4, 5}}), "dimension_order");
  EXPECT_EQ(m.routing->traits().ties, 1);
  int plus = 0;
  for (std::uint64_t seed = 0; seed < 400; ++seed) plus += m.finished(0, 2, seed).routers()[1] == 1;
  EXPECT_NEAR(plus, 200, 50);  // standard deviation 10
  EXPECT_FALSE(routing_on(topology::Torus({{3, 5}}), "dimension_order").routing->traits().draws);
}

TEST(DimensionOrder, RejectsTopologiesOtherThanGrids) {
  auto const rejection = rejection_of([] { routing_on(topology::Clex({}), "dimension_order"); });
  ASSERT_TRUE(rejection);
  EXPECT_EQ(rejection->problem, "dimension_order cannot route on clex");
  EXPECT_EQ(rejection->why, "needs a grid (torus, mesh, hypercube, hyperx, .., sparse_torus, coated_mesh)");
}

template <class T>
std::vector<std::uint16_t> ports(T const& topology, std::uint32_t from, std::uint32_t to) {
  auto const m = routing_on(topology, "minimal_adaptive");
  auto walk = m.walk(from, to);
  walk.step();
  std::vector<std::uint16_t> list;
  for (auto const port : walk.candidates()) list.push_back(port.v);
  std::ranges::sort(list);
  return list;
}

TEST(MinimalAdaptive, OffersAllProductivePorts) {
  topology::Torus const torus({{5, 4}});
  EXPECT_EQ(ports(torus, 0, 6), (std::vector<std::uint16_t>{1, 3}));      // up in both dimensions
  EXPECT_EQ(ports(torus, 0, 4), (std::vector<std::uint16_t>{0}));         // down over the wraparound
  EXPECT_EQ(ports(torus, 0, 11), (std::vector<std::uint16_t>{1, 2, 3}));  // halfway around dimension 1
  EXPECT_EQ(ports(torus, 7, 7), (std::vector<std::uint16_t>{arrived.v}));
  topology::Mesh const mesh({{5, 4}});
  EXPECT_EQ(ports(mesh, 0, 4), (std::vector<std::uint16_t>{0}));  // the corner has no minus port
  EXPECT_EQ(ports(mesh, 6, 10), (std::vector<std::uint16_t>{0, 3}));
  EXPECT_EQ(ports(mesh, 19, 0), (std::vector<std::uint16_t>{0, 1}));
}

TEST(MinimalAdaptive, UsesBothParallelLinks) {
  EXPECT_EQ(ports(topology::Torus({{2, 3}, 1, true}), 0, 1), (std::vector<std::uint16_t>{0, 1}));
  EXPECT_EQ(ports(topology::Torus({{2, 3}}), 0, 1), (std::vector<std::uint16_t>{0}));
  EXPECT_EQ(ports(topology::Mesh({{2, 3}, 1, true}), 0, 1), (std::vector<std::uint16_t>{0, 1}));
}

}  // namespace
}  // namespace weft
