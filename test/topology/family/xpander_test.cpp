// SPDX-License-Identifier: Apache-2.0
#include "weft/topology/family/xpander.hpp"

#include <set>

#include <gtest/gtest.h>

namespace weft {
namespace {

// Valadarsky et al. 2016, section 3: d + 1 meta-nodes without internal links, every two of them connected by
// a perfect matching.
TEST(Xpander, IsALiftOfTheCompleteGraph) {
  for (auto const& params : topology::Xpander::samples()) {
    topology::Xpander const graph(params);
    auto const lifts = static_cast<std::uint32_t>(params.lifts);
    for (std::uint32_t r = 0; r < graph.num_routers(); ++r) {
      std::set<std::uint32_t> groups{r / lifts};
      for (std::uint16_t p = 0; p < graph.degree({r}); ++p)
        groups.insert(graph.neighbor({r}, {p}).router.v / lifts);
      EXPECT_EQ(groups.size(), static_cast<std::size_t>(params.degree + 1)) << "router " << r;
    }
  }
}

TEST(Xpander, IsDeterminedByItsSeed) {
  topology::Xpander const a{{4, 50, 1, 1}}, b{{4, 50, 1, 1}}, c{{4, 50, 1, 2}};
  std::uint32_t same = 0;
  for (std::uint32_t r = 0; r < 250; ++r) {
    EXPECT_EQ(a.neighbor({r}, {3}), b.neighbor({r}, {3}));
    same += a.neighbor({r}, {3}) == c.neighbor({r}, {3});
  }
  EXPECT_LT(same, 50u);
}

}  // namespace
}  // namespace weft
