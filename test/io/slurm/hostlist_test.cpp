// SPDX-License-Identifier: Apache-2.0
#include "weft/io/slurm/hostlist.hpp"

#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "support/complaint.hpp"

namespace weft {
namespace {

using Names = std::vector<std::string>;

Names expanded(std::string_view text) {
  Names names;
  expand_hostlist(
      text, [](std::size_t at) { return std::to_string(at); },
      [&](std::string name, std::size_t) { names.push_back(std::move(name)); });
  return names;
}

std::string hostlist_rejection(std::string_view text) {
  return complaint_of([&] { expanded(text); });
}

TEST(Hostlist, ExpandsBrackets) {
  EXPECT_EQ(expanded("a[1-3,07],b"), (Names{"a1", "a2", "a3", "a07", "b"}));
  EXPECT_EQ(expanded("n[08-11]"), (Names{"n08", "n09", "n10", "n11"}));
  EXPECT_EQ(expanded("n[8-10]"), (Names{"n8", "n9", "n10"}));
  EXPECT_EQ(expanded("rack[0-1]-n[1,3]x"), (Names{"rack0-n1x", "rack0-n3x", "rack1-n1x", "rack1-n3x"}));
  EXPECT_EQ(expanded("node-1.x_y"), (Names{"node-1.x_y"}));
}

TEST(Hostlist, ReportsThePositionOfThePartWithEachName) {
  std::vector<std::size_t> places;
  expand_hostlist(
      "a[1-2],bc,d", [](std::size_t) { return std::string(); },
      [&](std::string const&, std::size_t at) { places.push_back(at); });
  EXPECT_EQ(places, (std::vector<std::size_t>{0, 0, 7, 10}));
}

TEST(Hostlist, ReportsThePositionOfTheError) {
  EXPECT_EQ(hostlist_rejection(""), "0: a name is missing (a hostlist has the form a[1-3,07],b)");
  EXPECT_EQ(hostlist_rejection("a,,b"), "2: a name is missing (a hostlist has the form a[1-3,07],b)");
  EXPECT_EQ(hostlist_rejection("a,"), "2: a name is missing (a hostlist has the form a[1-3,07],b)");
  EXPECT_EQ(hostlist_rejection("a,b[1-2"),
            "3: expected a closing bracket (a hostlist has the form a[1-3,07],b)");
  EXPECT_EQ(hostlist_rejection("a]"),
            "1: unexpected ']' (names consist of letters, digits, '-', '_' and '.')");
  EXPECT_EQ(hostlist_rejection("a b"),
            "1: unexpected ' ' (names consist of letters, digits, '-', '_' and '.')");
  EXPECT_EQ(hostlist_rejection("a[1-x]"), "4: unexpected 'x' (brackets contain numbers, as in a[1-3,07],b)");
  EXPECT_EQ(hostlist_rejection("a[]"), "2: unexpected '' (brackets contain numbers, as in a[1-3,07],b)");
  EXPECT_EQ(hostlist_rejection("a[1,]"), "4: unexpected '' (brackets contain numbers, as in a[1-3,07],b)");
  EXPECT_EQ(hostlist_rejection("a[3-1]"), "2: range=3-1 (the end must not be less than the start)");
  EXPECT_EQ(hostlist_rejection("a[12345678]"), "2: number 12345678 is too long (the maximum is 7 digits)");
}

TEST(Hostlist, LimitsExpansionLikeSlurm) {
  EXPECT_EQ(expanded("a[1-65536]").size(), max_in_range);
  EXPECT_EQ(hostlist_rejection("a[0-65536]"),
            "2: the list has too many names (the maximum is 65536 names per range or part)");
  EXPECT_EQ(hostlist_rejection("a[1-65536,1]"),
            "10: the list has too many names (the maximum is 65536 names per range or part)");
  EXPECT_EQ(hostlist_rejection("b,a[1-300]x[1-300]"),
            "2: the list has too many names (the maximum is 65536 names per range or part)");
}

TEST(Hostlist, JoinsConsecutiveNames) {
  auto const list = [](Names const& names) { return to_hostlist(names); };
  EXPECT_EQ(list({"a1", "a2", "a3", "a07", "b"}), "a[1-3,07],b");
  EXPECT_EQ(list({"n08", "n09", "n10", "n12"}), "n[08-10,12]");
  EXPECT_EQ(list({"n9", "n010"}), "n[9,010]");
  EXPECT_EQ(list({"n2", "n1"}), "n[2,1]");
  EXPECT_EQ(list({"n1", "m2", "n3"}), "n1,m2,n3");
  EXPECT_EQ(list({"n12345678", "n12345679"}), "n12345678,n12345679");
  EXPECT_EQ(list({"1", "2"}), "1,2");
  EXPECT_EQ(list({}), "");
}

RC_GTEST_PROP(Hostlist, RoundTrips, ()) {
  auto const part = rc::gen::elementOf(Names{"", "a", "b-", "c_0x", "d.7."});
  auto const number =
      rc::gen::elementOf(Names{"", "0", "1", "2", "3", "08", "09", "9", "10", "11", "010", "9999999"});
  Names names;
  for (int left = *rc::gen::inRange(1, 20); left > 0; --left) {
    auto name = *part + *number;
    names.push_back(name.empty() ? "x" : name);
  }
  RC_ASSERT(expanded(to_hostlist(names)) == names);
}

TEST(Hostlist, RecognizesHostNames) {
  EXPECT_TRUE(is_host_name("node-1.x_Y"));
  for (auto const* none : {"", "a b", "a[1]", "a,b", "a=b", "MF0;ib5:SX6036/U1", "K\xf6ln"})
    EXPECT_FALSE(is_host_name(none)) << none;
  EXPECT_TRUE(is_host_name(std::string(64, 'a')));
  EXPECT_FALSE(is_host_name(std::string(65, 'a')));
}

/// Returns the settings of all lines as line:column:key=value.
std::string settings_in(std::string_view text) {
  std::string result;
  ConfigurationLines lines(text, "f");
  while (lines.next())
    while (auto const it = lines.setting()) {
      auto const key = lines.place(it->key_at), value = lines.place(it->value_at);
      result += fmt::format("{}:{} {}={} {}:{};", key.line, key.column, it->key, it->value, value.line,
                            value.column);
    }
  return result;
}

TEST(ConfigurationLines, ContainSettings) {
  EXPECT_EQ(settings_in("# no\n\n A=b C = \"d e\"\tF=g#h=i\r\n"),
            "3:2 A=b 3:4;3:6 C=d e 3:11;3:16 F=g 3:18;");
  EXPECT_EQ(settings_in(""), "");
}

TEST(ConfigurationLines, ContinueAfterABackslash) {
  EXPECT_EQ(settings_in("A=b,\\\nc \\ # comment\n  D=e\nF=g\n"), "1:1 A=b,c 1:3;3:3 D=e 3:5;4:1 F=g 4:3;");
  EXPECT_EQ(settings_in("A=b\\"), "1:1 A=b 1:3;");
}

TEST(ConfigurationLines, ReportThePositionOfTheError) {
  auto const rejection = [](std::string_view text) { return complaint_of([&] { settings_in(text); }); };
  std::string const shape =
      " (a line has the form `SwitchName=s Nodes=a[1-3]` or `SwitchName=s Switches=t,u`)";
  EXPECT_EQ(rejection("A=b \\\nhello C=d\n"), "f:2:1: unexpected 'hello'" + shape);
  EXPECT_EQ(rejection("=b\n"), "f:1:1: unexpected '=b'" + shape);
  EXPECT_EQ(rejection("A\n"), "f:1:1: unexpected 'A'" + shape);
  EXPECT_EQ(rejection("A=\"b\"c\n"), "f:1:6: unexpected 'c'" + shape);
  EXPECT_EQ(rejection("A=\"b\n"), "f:1:3: expected a closing quote");
  EXPECT_EQ(rejection("A= \n"), "f:1:3: A has no value");
  EXPECT_EQ(rejection("A=\"\"\n"), "f:1:4: A has no value");
}

}  // namespace
}  // namespace weft
