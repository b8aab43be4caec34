#include "weft/engine/flit/waiting_cycle.hpp"

#include <gtest/gtest.h>

namespace weft::flit {
namespace {

WaitingNames const names{[](std::uint32_t p) { return "packet " + std::to_string(p); },
                         [](std::uint32_t c) { return "channel " + std::to_string(c); }};

TEST(WaitingCycle, InWords) {
  std::vector<std::uint32_t> const first{0, 1, 2, 3}, wanted{11, 10, 10},
      holder{9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 0, 1};
  EXPECT_EQ(in_words(find_waiting_knot({first, wanted, holder}), names),
            "3 packets can never go on; 2 wait for each other in a cycle:\n"
            "  packet 0 holds channel 10 and waits for channel 11\n"
            "  packet 1 holds channel 11 and waits for channel 10");
}

TEST(WaitingCycle, AKnotIsMoreThanACycle) {
  std::vector<std::uint32_t> const first{0, 2, 3, 4}, wanted{1, 2, 0, 0}, holder{0, 1, 2};
  EXPECT_EQ(in_words(find_waiting_knot({first, wanted, holder}), names),
            "3 packets can never go on; 3 wait for each other alone, a shortest cycle among them has 2:\n"
            "  packet 0 holds channel 0 and waits for channel 1\n"
            "  packet 1 holds channel 1 and waits for channel 0");
}

TEST(WaitingCycle, NothingToTell) {
  std::vector<std::uint32_t> const first{0, 0}, none{}, holder{Waiting::nobody};
  EXPECT_EQ(in_words(find_waiting_knot({first, none, holder}), names), "");
}

}  // namespace
}  // namespace weft::flit
