// SPDX-License-Identifier: Apache-2.0
#include <string>
#include <utility>

#include <gtest/gtest.h>

#include "support/complaint.hpp"
#include "weft/verb/simulate/simulate.hpp"
#include "weft/verb/verb.hpp"

namespace weft::verb {
namespace {

Result with_failed(std::string const& fail) {
  return run<Simulate>({.topology = "clex:m=4,levels=3",
                        .messages = 2,
                        .engine = "rounds:execution=phases,fail=\"" + fail + "\""});
}

TEST(ClexPhases, FindFailedPartsByPosition) {
  for (auto const& [position, number] : {std::pair{"0.0.3", "3"}, std::pair{"0.0.0-0.0.1+3.3.3", "0-1+63"}}) {
    auto const by_position = with_failed(position), by_number = with_failed(number);
    EXPECT_EQ(by_position.tables, by_number.tables);
    EXPECT_LT(by_position.table("summary").at(0, "delivered").number(), 128) << "of a failed router";
  }
  EXPECT_EQ(complaint_of([] { with_failed("(0,0,3)"); }),
            "fail: '(0,0,3)' is not the position of a router (positions are 0.0.0 to 3.3.3)");
}

}  // namespace
}  // namespace weft::verb
