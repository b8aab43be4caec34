// SPDX-License-Identifier: Apache-2.0
#include "weft/engine/load/farthest.hpp"

#include <gtest/gtest.h>

#include "support/breadth_first.hpp"
#include "weft/topology/family/mesh.hpp"
#include "weft/topology/family/slim_fly.hpp"

namespace weft {
namespace {

template <class T>
std::uint32_t naive(T const& topology, Communication const& communication,
                    std::vector<std::uint32_t> const& placement) {
  std::uint32_t maximum = 0;
  communication.for_each_flow([&](Flow const& flow) {
    if (flow.units > 0)
      maximum = std::max(
          maximum,
          hops_from(topology, topology.injection_router(
                                  {placement[flow.from]}))[topology.ejection_router({placement[flow.to]}).v]);
  });
  return maximum;
}

TEST(FarthestHops, MatchBreadthFirstSearchesPerFlow) {
  topology::Mesh const mesh({.sides = {5, 7}});
  topology::SlimFly const slim_fly({.q = 3});
  for (std::uint32_t shift = 0; shift < 12; ++shift) {
    Communication communication{8};
    communication.add({0, shift % 8, 3});
    communication.add({2, 3, 1});
    communication.add_group(1, std::vector<std::uint32_t>{4, 5, shift % 4});
    communication.finish();
    std::vector<std::uint32_t> placement;
    for (std::uint32_t task = 0; task < 8; ++task) placement.push_back(task * 3 + shift);
    auto const check = [&](auto const& topology) {
      auto const network = build_network(topology);
      load::RouterTraffic const traffic(communication, placement, network);
      EXPECT_EQ(load::farthest_hops(traffic), naive(topology, communication, placement))
          << topology.name << shift;
    };
    check(mesh);
    check(slim_fly);
  }
}

TEST(FarthestHops, AreZeroForLocalTraffic) {
  Communication communication{2};
  communication.add({0, 1, 3});
  communication.finish();
  topology::Mesh const mesh({.sides = {2}, .concentration = 2});
  auto const network = build_network(mesh);
  EXPECT_EQ(load::farthest_hops({communication, std::vector<std::uint32_t>{2, 3}, network}), 0U);
  EXPECT_EQ(load::farthest_hops({communication, std::vector<std::uint32_t>{1, 3}, network}), 1U);
}

}  // namespace
}  // namespace weft
