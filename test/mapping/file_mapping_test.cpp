#include "weft/mapping/file_mapping.hpp"

#include <gtest/gtest.h>

#include "support/complaint.hpp"

namespace weft::mapping {
namespace {

Placement parse(std::string_view text) { return parse_placement(text, "today", 3, 8, 2); }

TEST(FileMapping, ListsATerminalPerTask) {
  EXPECT_EQ(parse("4\n0  # the second task\n\n7"), (Placement{4, 0, 7}));
}

TEST(FileMapping, ReadsRankfiles) {
  EXPECT_EQ(parse("rank 1=node0 slot=1\nrank 0=node003 slot=0\nrank 2=nid1 slot=0\n"), (Placement{6, 1, 2}));
}

TEST(FileMapping, RefusesWhatIsNoPlacement) {
  struct Case {
    char const *text, *complaint;
  };
  for (auto const& [text, complaint] :
       {Case{"1\n2\n", "task 2 has no terminal"}, Case{"1\n1\n2\n", "terminal 1 a second time"},
        Case{"1\n2\n8\n", "8"}, Case{"1\n2\n3\n4\n", "task 3"}, Case{"rank 0=node0 slot=2\n", "slot 2"},
        Case{"rank 0=login slot=0\n", "0=login"}, Case{"rank 0=node0\n", "slot"},
        Case{"rank 0=node4 slot=0\n", "4"},
        Case{"rank 0=node0 slot=0\nrank 0=node1 slot=0\n", "task 0 a second time"}}) {
    auto const line = complaint_of([&] { parse(text); });
    EXPECT_NE(line.find(complaint), std::string::npos) << text << line;
  }
}

}  // namespace
}  // namespace weft::mapping
