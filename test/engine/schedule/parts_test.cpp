// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "weft/engine/schedule/execute.hpp"
#include "weft/network/network.hpp"
#include "weft/topology/family/ring.hpp"

namespace weft::schedule {
namespace {

/// Sums with parts at only some vertices.
class Parts : public testing::Test {
 protected:
  TransferNetwork network_{build_network(topology::Ring({.routers = 6}))};

  std::uint32_t channel(std::uint32_t from, std::uint32_t to) const {
    auto c = network_.first_channel(from);
    while (network_.target(c) != to) ++c;
    return c;
  }
  /// Returns the violation of a schedule in which block 0 has parts at 0, 1 and 2, block 1 has parts at 3 and
  /// 4, and the destinations of the sums are 0 and 3.
  std::string fault(std::vector<Step> steps) const {
    Postcondition postcondition{.holdings = Holdings::sums, .blocks = 2, .participants = {0, 1, 2, 3, 4, 5}};
    postcondition.part = {0, 1, 2, 3, 4};
    postcondition.first_part = {0, 3, 5};
    postcondition.goal = {0, 3};
    ListedSchedule schedule(postcondition, std::move(steps));
    auto const done = execute(network_, schedule);
    return done.violation ? done.violation->what : "none";
  }
  Transfer add(std::uint32_t from, std::uint32_t to, std::uint32_t block) const {
    return {.channel = channel(from, to), .block = block, .arrival = Arrival::add};
  }
};

TEST_F(Parts, SumsContainExactlyTheirParts) {
  EXPECT_EQ(fault({{1, {add(2, 1, 0), add(4, 3, 1)}}, {1, {add(1, 0, 0)}}}), "none");
}

TEST_F(Parts, ReportAMissingPart) {
  EXPECT_EQ(fault({{1, {add(1, 0, 0), add(4, 3, 1)}}}),
            "after 1 slots: block 0: router 0 ends without the part of router 2");
}

TEST_F(Parts, BelongToParticipantsOnly) {
  EXPECT_EQ(
      fault({{1, {add(5, 4, 1)}}}),
      "slot 0: router 5 -> router 4 (port 0, dim0) is to carry block 1, which has not reached router 5 by then");
}

}  // namespace
}  // namespace weft::schedule
