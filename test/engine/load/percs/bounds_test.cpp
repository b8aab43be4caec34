// SPDX-License-Identifier: Apache-2.0
#include "weft/engine/load/percs/bounds.hpp"

#include <gtest/gtest.h>

#include "support/random_communication.hpp"
#include "weft/engine/load/percs/load.hpp"
#include "weft/topology/family/percs.hpp"
#include "weft/traffic/communication/catalog.hpp"

namespace weft {
namespace {

/// Returns placements of tasks in rows, and in blocks of 8x16 that consist of 2x2 quads.
std::vector<std::vector<std::uint32_t>> placements(std::uint32_t rows, std::uint32_t columns) {
  std::vector<std::uint32_t> row_order, blocks;
  for (std::uint32_t r = 0; r < rows; ++r)
    for (std::uint32_t c = 0; c < columns; ++c) {
      row_order.push_back(r * columns + c);
      auto const block = r / 8 * (columns / 16) + c / 16, quad = r % 8 / 2 * 8 + c % 16 / 2;
      blocks.push_back(block * 128 + quad * 4 + r % 2 * 2 + c % 2);
    }
  auto const tasks = rows * columns;
  return {row_order, blocks, shuffled(tasks, tasks, 1), shuffled(tasks, tasks, 2)};
}

TEST(PercsBounds, AreNotExceededByAnyPlacement) {
  Sides const grid{32, 64};
  for (std::int64_t const links : {1, 2, 4, 8, 16, 32})
    for (bool const direct : {true, false})
      for (PercsPathParams const params :
           {PercsPathParams{}, PercsPathParams{.inside = PercsInside::single_hop},
            PercsPathParams{.last = false}, PercsPathParams{.local = false}})
        for (auto const& communication :
             {task::Halo({}).communicate({grid}), task::Transpose({}).communicate({grid}), mixed(2048, 9)}) {
          PercsPaths const paths(topology::Percs({16, links}), params, direct);
          auto const bounds = load::percs_bounds(paths, communication, grid);
          EXPECT_TRUE(std::ranges::is_sorted(bounds, {}, &load::Bound::throughput));
          for (auto const& placement : placements(32, 64)) {
            auto const reached = load::percs_loads(paths, {communication, placement, 16}).throughput();
            for (auto const& bound : bounds) {
              if (!bound.proven) continue;
              EXPECT_LE(reached, bound.throughput * (1 + 1e-9)) << bound.name << ", links " << links;
            }
          }
        }
}

TEST(PercsBounds, MatchHandComputedBoundsOfAHalo) {
  Sides const grid{256, 256};
  auto const communication = task::Halo({}).communicate({grid});
  // 512 supernodes with at least 46 edges each, 512 * 511 pairs: at least one edge over one D link of 10
  // GB/s.
  auto const direct =
      load::percs_bounds(PercsPaths(topology::Percs({512, 1}), {}, true), communication, grid);
  EXPECT_DOUBLE_EQ(direct.front().throughput, 160);
  // Indirect: 46 + 46 edges, 1/512 of each.
  auto const indirect =
      load::percs_bounds(PercsPaths(topology::Percs({512, 1}), {}, false), communication, grid);
  EXPECT_NEAR(indirect.back().throughput, 16.0 * 10 * 512 / 92, 1e-9);
  // Half of a supernode's 512 units leave their node. With indirect routing each of them needs LL + 7/8 LR =
  // 7/4, inside the supernode or not; 224 * 21 + 7/8 * 768 * 5 = 8064 GB/s: 16 * 8064 / (256 * 7/4) = 288.
  EXPECT_NEAR(indirect.front().throughput, 288, 1e-6);
}

TEST(PercsBounds, OmitTheDLinksForAJobInOneSupernode) {
  Sides const grid{8, 16};
  auto const communication = task::Halo({}).communicate({grid});
  for (auto const& bound :
       load::percs_bounds(PercsPaths(topology::Percs({4, 2}), {}, true), communication, grid))
    EXPECT_TRUE(bound.name.starts_with("all channels")) << bound.name;
}

}  // namespace
}  // namespace weft
