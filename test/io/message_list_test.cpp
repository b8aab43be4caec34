// SPDX-License-Identifier: Apache-2.0
#include "weft/io/message_list.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "support/complaint.hpp"
#include "support/scratch.hpp"
#include "weft/core/error.hpp"
#include "weft/io/atomic_file.hpp"

namespace weft {
namespace {

std::string message_list_complaint(std::string_view text, std::uint64_t terminals = 64) {
  return complaint_of([&] { parse_message_list(text, "list", terminals); });
}

TEST(MessageListTest, ReadsGroupsCommentsAndBlankLines) {
  using Groups = std::vector<MessageGroup>;
  EXPECT_EQ(parse_message_list("# source destination\n0 63\n\n  5\t6 1000 # many\r\n", "list", 64),
            (Groups{{0, 63, 1}, {5, 6, 1000}}));
  EXPECT_EQ(parse_message_list("4294967295 0\n", "list", std::uint64_t{1} << 32),
            (Groups{{4294967295, 0, 1}}));
}

TEST(MessageListTest, ReportsThePositionOfTheError) {
  EXPECT_EQ(
      message_list_complaint("0 1\n2\n"),
      "list:2:2: the field 'destination' is missing: the line is incomplete (source destination [count])");
  EXPECT_EQ(message_list_complaint("0 64\n"), "list:1:3: destination=64 (must be in [0, 63])");
  EXPECT_EQ(message_list_complaint("0 1\n\n -3 1\n"), "list:3:2: source=-3 (must be in [0, 63])");
  EXPECT_EQ(message_list_complaint("99999999999999999999 1\n"),
            "list:1:1: source=99999999999999999999 (must be in [0, 63])");
  EXPECT_EQ(message_list_complaint("0 one\n"), "list:1:3: destination=one (must be a whole number)");
  EXPECT_EQ(message_list_complaint("0 1.5\n"), "list:1:3: destination=1.5 (must be a whole number)");
  EXPECT_EQ(message_list_complaint("0 1 0\n"), "list:1:5: count=0 (must be in [1, 4611686018427387904])");
  EXPECT_EQ(message_list_complaint("0 1 2 3\n"),
            "list:1:7: the line has more than three values (expected source destination [count])");
  EXPECT_EQ(message_list_complaint("0 1 4611686018427387904\n0 1\n"),
            "list:2:4: there are too many messages (the maximum is 2^62)");
  EXPECT_EQ(message_list_complaint("# nothing\n"), "list: the file contains no messages");
  EXPECT_EQ(message_list_complaint(""), "list: the file contains no messages");
}

TEST(MessageListTest, AcceptsALastLineWithoutNewline) {
  EXPECT_EQ(message_list_complaint("10 20\n30 40"), "none");
  EXPECT_EQ(
      message_list_complaint("10 20\n30"),
      "list:2:3: the field 'destination' is missing: the line is incomplete (source destination [count])");
}

TEST(MessageListTest, ReadsFiles) {
  Scratch const scratch;
  write_file(scratch / "list", "0 1\n");
  EXPECT_EQ(read_message_list(scratch / "list", 2).size(), 1u);
  EXPECT_THROW(read_message_list(scratch / "missing", 2), InputError);
}

RC_GTEST_PROP(MessageListProperty, ReadsOrRejectsAnyText, ()) {
  message_list_complaint(*rc::gen::container<std::string>(rc::gen::elementOf(std::string("019 \t\n#-x"))));
}

std::string rejection_of_times(std::string const& text) {
  return complaint_of([&] { parse_timed_messages(text, "list", 8); });
}

TEST(TimedMessages, ReadBytesAndSecondsWithUnits) {
  EXPECT_EQ(parse_timed_messages("from,to,bytes,start\n0,7,1e3,0\n3,3,64kB,2us\n", "list", 8),
            (std::vector<TimedMessage>{{0, 7, 1000, 0}, {3, 3, 64000, 2e-6}}));
  EXPECT_EQ(parse_timed_messages("start,bytes,to,from\n1,2,3,4\n", "list", 8),
            (std::vector<TimedMessage>{{4, 3, 2, 1}}));
}

TEST(TimedMessages, RejectMalformedLines) {
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
    EXPECT_EQ(rejection_of_times(text).substr(0, place.size()), place) << text << rejection_of_times(text);
}

}  // namespace
}  // namespace weft
