#include "weft/io/timed_messages.hpp"

#include <gtest/gtest.h>

#include "support/complaint.hpp"

namespace weft {
namespace {

std::string said(std::string const& text) {
  return complaint_of([&] { parse_timed_messages(text, "list", 8); });
}

TEST(TimedMessages, HaveBytesAndSecondsWithUnits) {
  EXPECT_EQ(parse_timed_messages("from,to,bytes,start\n0,7,1e3,0\n3,3,64kB,2us\n", "list", 8),
            (std::vector<TimedMessage>{{0, 7, 1000, 0}, {3, 3, 64000, 2e-6}}));
  EXPECT_EQ(parse_timed_messages("start,bytes,to,from\n1,2,3,4\n", "list", 8),
            (std::vector<TimedMessage>{{4, 3, 2, 1}}));
}

TEST(TimedMessages, OfAnyOtherFormAreRefusedAtTheirPlace) {
  for (auto const& [text, place] :
       std::vector<std::pair<std::string, std::string>>{{"from,to,bytes\n0,1,2\n", "list:1:1"},
                                                        {"from,to,bytes,time\n0,1,2,3\n", "list:1:1"},
                                                        {"from,to,bytes,start\n0,8,2,3\n", "list:2:3"},
                                                        {"from,to,bytes,start\n-1,0,2,3\n", "list:2:1"},
                                                        {"from,to,bytes,start\n0,1,-2,3\n", "list:2:5"},
                                                        {"from,to,bytes,start\n0,1,2,x\n", "list:2:7"},
                                                        {"from,to,bytes,start\n0,1,2,nan\n", "list:2:7"},
                                                        {"from,to,bytes,start\n0,1,2\n", "list:2"},
                                                        {"from,to,bytes,start\n", "list"}})
    EXPECT_EQ(said(text).substr(0, place.size()), place) << text << said(text);
}

}  // namespace
}  // namespace weft
