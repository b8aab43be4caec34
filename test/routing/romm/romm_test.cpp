// SPDX-License-Identifier: Apache-2.0
#include "weft/routing/romm/romm.hpp"

#include <map>

#include <gtest/gtest.h>

#include "support/vc_routings.hpp"
#include "support/vc_walk.hpp"
#include "weft/topology/family/hyperx.hpp"
#include "weft/topology/family/mesh.hpp"
#include "weft/topology/family/torus.hpp"

namespace weft {
namespace {

/// Returns how often each router was the intermediate router; packets without one count for the source
/// router.
template <class T>
std::map<std::uint32_t, std::uint64_t> intermediates(T const& topology, std::uint32_t from,
                                                     std::uint32_t to) {
  auto const machine = machine_of(topology);
  auto const routing = bind_vc(machine, "romm");
  std::map<std::uint32_t, std::uint64_t> counts;
  for (std::uint64_t seed = 0; seed < 2000; ++seed) {
    auto const intermediate =
        VcWalk(*machine.network(), *routing, from, to, seed).candidates().front().intermediate;
    ++counts[intermediate == routing::no_intermediate ? from : intermediate];
  }
  return counts;
}

std::vector<std::uint32_t> keys(std::map<std::uint32_t, std::uint64_t> const& counts) {
  std::vector<std::uint32_t> all;
  for (auto const& [key, count] : counts) all.push_back(key);
  return all;
}

TEST(VcRomm, UsesAnyRouterOfTheBoxAsIntermediate) {
  auto const mesh = intermediates(topology::Mesh({{5, 5}}), 16, 8);  // (1, 3) to (3, 1)
  EXPECT_EQ(keys(mesh), (std::vector<std::uint32_t>{6, 7, 8, 11, 12, 13, 16, 17, 18}));
  for (auto const& [router, count] : mesh) {
    EXPECT_GT(count, 2000 / 9 - 75) << router;
    EXPECT_LT(count, 2000 / 9 + 75) << router;
  }
  EXPECT_EQ(keys(intermediates(topology::Torus({{5, 5}}), 0, 24)),
            (std::vector<std::uint32_t>{0, 4, 20, 24}));
  EXPECT_EQ(keys(intermediates(topology::Torus({{6}}), 1, 4)),
            (std::vector<std::uint32_t>{0, 1, 2, 3, 4, 5}));  // in either direction
  EXPECT_EQ(keys(intermediates(topology::Hyperx({.sides = {4, 4}}), 5, 15)),
            (std::vector<std::uint32_t>{5, 7, 13, 15}));
}

TEST(VcRomm, UsesSeparateVirtualChannelsInEachPhase) {
  auto const machine = machine_of(topology::Mesh({{6, 6}}));
  auto const routing = bind_vc(machine, "romm", 2);
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    VcWalk walk(*machine.network(), *routing, 0, 35, seed);
    while (!walk.arrived()) {
      auto const candidate = walk.candidates().front();
      ASSERT_EQ(candidate.vcs, candidate.intermediate != routing::no_intermediate ? 0b0011u : 0b1100u);
      walk.take(candidate);
    }
  }
}

}  // namespace
}  // namespace weft
