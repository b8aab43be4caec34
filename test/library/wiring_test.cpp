// SPDX-License-Identifier: Apache-2.0
#include "weft/library/wiring.hpp"

#include <gtest/gtest.h>

#include "weft/core/error.hpp"

namespace weft {
namespace {

TEST(Wiring, CreatesAGraphWithClassesInTheOrderOfTheirLinks) {
  Wiring wiring(3, 2);
  wiring.link(0, 1).link(1, 2, "rung", 0.5).link(2, 0).terminals(1, 0);
  auto const graph = wiring.graph();
  EXPECT_FALSE(graph.directed);
  EXPECT_EQ(graph.classes, (std::vector<std::string>{"link", "rung"}));
  EXPECT_EQ(graph.links, (std::vector<FileLink>{{0, 1, 1, 0}, {1, 2, 0.5, 1}, {2, 0, 1, 0}}));
  EXPECT_EQ(graph.terminals, (std::vector<std::uint32_t>{2, 0, 2}));
}

TEST(Wiring, RejectsInvalidNetworks) {
  EXPECT_THROW(Wiring(0), InputError);
  Wiring wiring(2);
  EXPECT_THROW(wiring.link(0, 2), InputError);
  EXPECT_THROW(wiring.link(0, 1, "link", 0), InputError);
  EXPECT_THROW(wiring.terminals(2, 1), InputError);
  wiring.link(0, 1);
  EXPECT_THROW(wiring.arc(0, 1), InputError);
}

}  // namespace
}  // namespace weft
