// SPDX-License-Identifier: Apache-2.0
// The options of docs/how-to/add-an-option.md, compiled as they stand there.

#include <gtest/gtest.h>

#include "weft/core/rest_params.hpp"

namespace weft {
namespace {

TEST(AddAnOption, IsReadWithItsUnitAndRange) {
  auto const read = [](char const* text) { return read_params<RestParams>(rest_schema, Spec::parse(text)); };
  EXPECT_EQ(read("engine").pause, 0);
  EXPECT_EQ(read("engine:pause=2").pause, 2);
  EXPECT_EQ(read("engine:pause=2us").pause, 2000);
  EXPECT_THROW(read("engine:pause=-1"), InputError);
  EXPECT_THROW(read("engine:pauses=2"), InputError);
}

TEST(AddAnOption, IsRejectedIfItHasNoEffect) {
  EXPECT_NO_THROW(check_rest({.pause = 1}, 2));
  EXPECT_NO_THROW(check_rest({}, 1));
  EXPECT_THROW(check_rest({.pause = 1}, 1), InputError);
}

}  // namespace
}  // namespace weft
