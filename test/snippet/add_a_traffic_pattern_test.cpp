// SPDX-License-Identifier: Apache-2.0
// The pattern of docs/how-to/add-a-traffic-pattern.md, compiled as it stands there.

#include <gtest/gtest.h>

#include "support/traffic_lists.hpp"
#include "weft/core/error.hpp"
#include "weft/traffic/patterns/mirror.hpp"

namespace weft {
namespace {

using List = std::vector<std::uint32_t>;

static_assert(TrafficPattern<traffic::Mirror>);

// With 6 terminals, i sends to 5 - i. With blocks of 3, the middle terminal of each block sends to itself.
TEST(AddATrafficPattern, MirrorsEveryBlock) {
  EXPECT_EQ(all_destinations(*make_traffic<traffic::Mirror>({}, {6})), (List{5, 4, 3, 2, 1, 0}));
  EXPECT_EQ(all_destinations(*make_traffic<traffic::Mirror>({.block = 3}, {6})), (List{2, 1, 0, 5, 4, 3}));
  EXPECT_THROW(make_traffic<traffic::Mirror>({.block = 4}, {6}), InputError);
}

}  // namespace
}  // namespace weft
