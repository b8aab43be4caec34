// SPDX-License-Identifier: Apache-2.0
// The mapping of docs/how-to/add-a-mapping.md, compiled as it stands there.

#include <gtest/gtest.h>

#include "weft/core/error.hpp"
#include "weft/mapping/snake.hpp"

namespace weft {
namespace {

static_assert(mapping::Mapping<mapping::Snake>);

TEST(AddAMapping, SnakeAlternatesDirection) {
  EXPECT_EQ(mapping::Snake({}).place({{2, 3}, 6}), (mapping::Placement{0, 1, 2, 5, 4, 3}));
  EXPECT_EQ(mapping::Snake({.first = 2}).place({{2, 2}, 6}), (mapping::Placement{2, 3, 5, 4}));
  EXPECT_THROW(mapping::Snake({.first = 1}).place({{2, 3}, 6}), InputError);
}

}  // namespace
}  // namespace weft
