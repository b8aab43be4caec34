// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "support/complaint.hpp"
#include "weft/engine/rounds/allgather/allgather.hpp"
#include "weft/network/failures.hpp"
#include "weft/network/machine.hpp"
#include "weft/network/topologies.hpp"

namespace weft::rounds {
namespace {

/// Host 0 has a link to one of two planes, host 1 to the other, so only a host could relay a message between
/// them.
TEST(AllgatherTrees, AvoidHosts) {
  auto const tree = make_topology("xgft:children=4x2,parents=2x2");
  Machine const whole(tree), torn(remaining(tree, {.fail = "0-8+1-9"}));
  EXPECT_EQ(simulate_allgather(*whole.network(), {}).terminals, 8U);
  EXPECT_EQ(complaint_of([&] { simulate_allgather(*torn.network(), {}); }),
            "no path leads from router 0 to router 1 (allgather needs a path for every pair)");
}

}  // namespace
}  // namespace weft::rounds
