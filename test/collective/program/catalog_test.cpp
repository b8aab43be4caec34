// SPDX-License-Identifier: Apache-2.0
#include "weft/collective/program/catalog.hpp"

#include <gtest/gtest.h>

#include "weft/core/error.hpp"

namespace weft {
namespace {

TEST(Programs, ResolveTheirParameters) {
  auto const named = make_program("pattern:of=halo", {.sides = {4}});
  EXPECT_EQ(named.resolved, "pattern:of=halo,bytes=1000,compute=0,iterations=1");
  EXPECT_THROW(make_program("pattern:of=[halo,halo]", {.sides = {4}}), InputError);
  EXPECT_THROW(make_program("pattern:iterations=0", {.sides = {4}}), InputError);
}

}  // namespace
}  // namespace weft
