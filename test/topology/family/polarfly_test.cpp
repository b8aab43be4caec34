// SPDX-License-Identifier: Apache-2.0
#include "weft/topology/family/polarfly.hpp"

#include <gtest/gtest.h>

#include "support/complaint.hpp"

namespace weft {
namespace {

// Lakhotia et al. 2022: q^2 + q + 1 routers of degree q + 1, except that the q + 1 quadrics have one link
// less; diameter 2; q = 31: 993 routers of radix 32.
TEST(Polarfly, MatchesPublishedFacts) {
  topology::Polarfly const graph{{31}};
  EXPECT_EQ(graph.num_routers(), 993u);
  std::uint32_t quadrics = 0;
  for (std::uint32_t r = 0; r < 993; ++r) {
    quadrics += graph.is_quadric(RouterId{r});
    EXPECT_EQ(graph.degree({r}), graph.is_quadric(RouterId{r}) ? 31 : 32);
  }
  EXPECT_EQ(quadrics, 32u);
}

TEST(Polarfly, HasOneMinimalPortPerPair) {
  for (auto const& params : topology::Polarfly::samples()) {
    topology::Polarfly const graph(params);
    for (std::uint32_t a = 0; a < graph.num_routers(); ++a)
      for (std::uint32_t b = 0; b < graph.num_routers(); ++b) {
        std::uint32_t found = 0;
        graph.visit_minimal_ports({a}, {b}, [&](PortId p) {
          ++found;
          EXPECT_EQ(graph.distance(graph.neighbor({a}, p).router, {b}) + 1, graph.distance({a}, {b}));
        });
        ASSERT_EQ(found, a != b) << "q = " << params.q << ": " << a << " -> " << b;
      }
  }
}

TEST(Polarfly, RejectsOtherSizesWithOneLine) {
  EXPECT_EQ(complaint_of([] { topology::Polarfly::check({10}); }),
            "q=10 (must be a prime power); nearest: 9 and 11");
}

}  // namespace
}  // namespace weft
