#include "weft/engine/load/network_bounds.hpp"

#include <numeric>

#include <gtest/gtest.h>

#include "support/all_minimal_loads.hpp"
#include "support/random_communication.hpp"
#include "weft/engine/load/network_load.hpp"
#include "weft/topology/family/hyperx.hpp"
#include "weft/topology/family/torus.hpp"
#include "weft/traffic/communication/catalog.hpp"

namespace weft {
namespace {

TEST(NetworkBounds, AHaloOnItsOwnTorusReachesThem) {
  auto const network = build_network(topology::Torus({.sides = {8, 6}}));
  auto const communication = task::Halo({}).communicate({{6, 8}});
  std::vector<std::uint32_t> placement(48);
  std::iota(placement.begin(), placement.end(), 0);
  auto const bounds = load::network_bounds(network, communication, {6, 8});
  ASSERT_EQ(bounds.size(), 1U);
  auto const reached = all_minimal_loads({communication, placement, network}).loads.throughput();
  EXPECT_DOUBLE_EQ(bounds.front().throughput, reached);
}

TEST(NetworkBounds, NoPlacementExceedsThem) {
  auto const network = build_network(topology::Hyperx({.sides = {4, 3}, .terminals = 4}));
  for (auto const& communication :
       {task::Halo({}).communicate({{6, 8}}), task::Transpose({}).communicate({{6, 8}}),
        task::AllToAll({}).communicate({{6, 8}}), mixed(48, 7)}) {
    auto const bounds = load::network_bounds(network, communication, {6, 8});
    ASSERT_EQ(bounds.size(), 1U);
    for (std::uint64_t seed = 0; seed < 10; ++seed) {
      auto const placement = shuffled(48, 48, seed);
      auto const reached = all_minimal_loads({communication, placement, network}).loads.throughput();
      EXPECT_LE(reached, bounds.front().throughput * (1 + 1e-9));
    }
  }
}

TEST(NetworkBounds, AJobOnOneRouterHasNone) {
  auto const network = build_network(topology::Hyperx({.sides = {4, 3}, .terminals = 4}));
  EXPECT_TRUE(load::network_bounds(network, task::Halo({}).communicate({{2, 2}}), {2, 2}).empty());
}

}  // namespace
}  // namespace weft
