// SPDX-License-Identifier: Apache-2.0
// The verb of docs/how-to/add-a-verb.md, compiled as it stands there.

#include <gtest/gtest.h>

#include "weft/core/error.hpp"
#include "weft/verb/degrees/degrees.hpp"

namespace weft::verb {
namespace {

// A mesh of 3 x 4 routers: 4 corners with 2 channels, 6 routers along the edges with 3, and 2 inner routers
// with 4. If corner 0 fails, its two neighbors have one channel less.
TEST(AddAVerb, CountsTheRoutersOfEachDegree) {
  auto const rows = [](Degrees::Params const& params) {
    return Degrees::assemble(params)->run().table("degrees").rows;
  };
  using Rows = std::vector<std::vector<Value>>;
  EXPECT_EQ(rows({.topology = "mesh:sides=3x4"}), (Rows{{2, 4}, {3, 6}, {4, 2}}));
  EXPECT_EQ(rows({.topology = "mesh:sides=3x4", .failures = {.fail = "0"}}), (Rows{{2, 5}, {3, 4}, {4, 2}}));
  EXPECT_THROW(Degrees::assemble({.topology = "mesh:sides=0x4"}), InputError);
}

}  // namespace
}  // namespace weft::verb
