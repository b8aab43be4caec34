// SPDX-License-Identifier: Apache-2.0
// The future work of Chakaravarthy et al., Mapping strategies for the PERCS architecture (HiPC 2012):
// placement within supernodes. Halo, ns = 32, 64x64; the best values of the paper are 64, 107 and 160 GB/s
// direct (nd = 4, 8, 16) and 96, 174, 183 and 168 GB/s indirect (nd = 2, 4, 8, 16).

#include <gtest/gtest.h>

#include "weft/verb/load/load.hpp"
#include "weft/verb/verb.hpp"

namespace weft {
namespace {

double throughput(std::int64_t links, std::string const& routing, std::string const& mapping) {
  verb::Load::Params request;
  request.topology = "percs:supernodes=32,links=" + std::to_string(links);
  request.routing = routing;
  request.mapping = mapping;
  request.grid = {64, 64};
  auto const table = verb::run<verb::Load>(request).table("throughput");
  for (std::size_t r = 0; r < table.rows.size(); ++r)
    if (table.at(r, "bottleneck") == Value{"bottleneck"}) return table.at(r, "throughput").number();
  return 0;
}

TEST(PercsPlacement, ReachesThePublishedThroughputOfADirectHalo) {
  EXPECT_GE(throughput(4, "percs_direct", "percs_annealing:start=[lattice_coloring:tile=4x8]"), 160 - 1e-9);
  EXPECT_GE(throughput(8, "percs_direct", "percs_annealing:start=[modular_coloring]"), 160 - 1e-9);
  EXPECT_GE(throughput(16, "percs_direct", "percs_annealing:start=[modular_coloring],moves=100000"),
            192 - 1e-9);
  std::string const rectangles =
      "percs_annealing:start=[lattice_coloring:tile=4x8,shape=rectangle],moves=100000";
  EXPECT_GE(throughput(16, "percs_direct", rectangles), 213.3);
}

TEST(PercsPlacement, ReachesThePublishedThroughputOfAnIndirectHaloWithLabelsOnly) {
  std::string const labels = "percs_annealing:start=[blocks:sides=8x16],contents=false";
  EXPECT_GE(throughput(2, "percs_indirect", labels), 106.66);
  for (std::int64_t const links : {4, 8, 16})
    EXPECT_GE(throughput(links, "percs_indirect", labels), 182.8) << "links " << links;
}

}  // namespace
}  // namespace weft
