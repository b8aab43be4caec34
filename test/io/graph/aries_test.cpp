// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <set>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "support/complaint.hpp"
#include "support/fabrics.hpp"
#include "weft/io/file.hpp"
#include "weft/io/graph/graph_format.hpp"
#include "weft/io/graph/graph_readers.hpp"

namespace weft {
namespace {

/// The lines of all tiles of a router; `cables` replaces the ends of some tiles, `tile color -> end` each.
std::string router(std::string const& name, std::string const& at,
                   std::vector<std::string> const& cables = {}) {
  std::string text;
  for (int row = 0; row < 6; ++row)
    for (int column = 0; column < 8; ++column) {
      auto const tile = fmt::format("l{}{}", row, column);
      auto const cable =
          std::ranges::find_if(cables, [&](auto const& each) { return each.starts_with(tile); });
      auto const end = cable != cables.end() ? cable->substr(tile.size() + 1)
                       : row == 5            ? std::string("ptile -> processor")
                                             : std::string("blue -> unused");
      text += fmt::format("{}{}({}) {}\n", name, tile, at, end);
    }
  return text;
}

std::string const first = "c0-0c0s0a0", second = "c0-0c0s1a0";

std::string two_routers(std::string const& there, std::string const& back) {
  return router(first, "0:0:0", {there}) + router(second, "0:0:1", {back});
}

std::string aries_rejection(std::string_view text) {
  return complaint_of([&] { parse_aries(text, "f"); });
}

TEST(Aries, ReadsASmallMachine) {
  auto const graph = read_graph(fabric_sample("small.aries"), GraphFormat::automatic);
  EXPECT_EQ(graph.vertices, 24u);
  EXPECT_EQ(graph.links.size(), 84u);
  std::set<std::pair<std::uint32_t, std::uint32_t>> pairs;
  for (auto const& link : graph.links) pairs.insert(std::minmax(link.a, link.b));
  EXPECT_EQ(pairs.size(), 60u);
  EXPECT_EQ(graph.terminals, std::vector<std::uint32_t>(24, 4));
  EXPECT_EQ(graph.classes, (std::vector<std::string>{"green", "black", "blue"}));
  std::set<char> groups;
  for (auto const& name : graph.names) groups.insert(name[1]);
  EXPECT_EQ(graph.names[0], "c0-0c0s0a0");
  EXPECT_EQ(groups.size(), 3u);
}

TEST(Aries, IsRecognizedByContent) {
  EXPECT_TRUE(looks_like_aries("# comment\n\n" + router(first, "0:0:0")));
  for (auto const* other :
       {"", "a b\n", "c0-0c0s0a0 c0-0c0s1a0\n", "SwitchName=c0-0c0s0a0l00(0:0:0) Nodes=a\n"})
    EXPECT_FALSE(looks_like_aries(other)) << other;
}

TEST(Aries, ReadsCablesOfTwoRouters) {
  auto const graph = parse_aries(
      two_routers("l47 green -> c0-0c0s1a0l05(0:0:1)", "l05 green -> c0-0c0s0a0l47(0:0:0)  # back"), "f");
  EXPECT_EQ(graph.links, (std::vector<FileLink>{{0, 1}}));
  EXPECT_EQ(graph.names, (std::vector<std::string>{first, second}));
}

TEST(Aries, ReportsThePositionOfTheError) {
  std::string const tile = "c0-0c0s0a0l00(0:0:0)";
  std::string const shape = " (a tile has the form c0-0c1s5a0l47(0:1:5), l octal)";
  EXPECT_EQ(aries_rejection(""), "f: the file contains no routers (is it a cable list of Cray Aries?)");
  for (auto const* wrong :
       {"hello", "c0-0c0s0a0l08(0:0:0)", "c0-0c0s0a0l60(0:0:0)", "c0-0c0s0a0l0(0:0:0)", "c0-0c0s0a0l00(0:0)",
        "c0-0c0s0a0l00(0:0:0", "c0-0c0s0a0l00(0:0:0)x", "c-0c0s0a0l00(0:0:0)", "c100000-0c0s0a0l00(0:0:0)"})
    EXPECT_EQ(aries_rejection(std::string(wrong) + " green -> unused\n"),
              fmt::format("f:1:1: unexpected '{}'{}", wrong, shape));
  std::string const line = " (a line is `tile color -> tile`, `unused` or `processor`)";
  EXPECT_EQ(aries_rejection(tile + "\n"),
            "f:1:21: the field 'color' is missing: the line is incomplete" + line);
  EXPECT_EQ(aries_rejection(tile + " red -> unused\n"),
            "f:1:22: unexpected 'red' (expected green, black, blue or ptile)");
  EXPECT_EQ(aries_rejection(tile + " green unused\n"),
            "f:1:28: expected '->' before the other end of the cable");
  EXPECT_EQ(aries_rejection(tile + " green -> nothing\n"), "f:1:31: unexpected 'nothing'" + shape);
  EXPECT_EQ(aries_rejection(tile + " green ->"),
            "f:1:30: the field 'tile' is missing: the line is incomplete" + line);
  EXPECT_EQ(aries_rejection(tile + " ptile ->"),
            "f:1:30: the field 'tile' is missing: the line is incomplete" + line);
  EXPECT_EQ(aries_rejection(tile + " green -> processor\n"), "f:1:31: unexpected 'processor'" + shape);
  EXPECT_EQ(aries_rejection(tile + " ptile -> " + tile + "\n"),
            "f:1:31: unexpected '" + tile + "' (a ptile leads to the processor)");
  EXPECT_EQ(aries_rejection(tile + " blue -> unused now\n"), "f:1:37: unexpected 'now'" + line);
}

TEST(Aries, RejectsInconsistentMachines) {
  auto const whole = router(first, "0:0:0");
  EXPECT_EQ(aries_rejection(whole + first + "l00(0:0:0) blue -> unused\n"),
            "f:49:1: c0-0c0s0a0l00 is listed twice");
  EXPECT_EQ(aries_rejection(whole.substr(whole.find('\n') + 1)),
            "f:1:1: tile l00 of c0-0c0s0a0 is missing (a router has 48 tiles)");
  EXPECT_EQ(aries_rejection(whole + second + "l00(0:0:0) blue -> unused\n"),
            "f:49:1: c0-0c0s1a0 is at 0:0:0 (c0-0c0s0a0 has this position)");
  EXPECT_EQ(aries_rejection(whole + first + "l01(0:0:1) blue -> unused\n"),
            "f:49:1: c0-0c0s0a0 is at 0:0:1 (another line states position 0:0:0)");
  EXPECT_EQ(aries_rejection(router(first, "0:0:0", {"l00 green -> c0-0c0s1a0l00(0:0:1)"})),
            "f:1:31: tile l00 of c0-0c0s1a0 is missing (a router has 48 tiles)");
  EXPECT_EQ(aries_rejection(router(first, "0:0:0", {"l00 green -> c0-0c0s0a0l00(0:0:0)"})),
            "f:1:31: c0-0c0s0a0l00 leads to itself");
  EXPECT_EQ(aries_rejection(router(first, "0:0:0", {"l00 black -> c0-0c0s1a0l00(0:0:1)"})),
            "f:1:31: a black cable leads to c0-0c0s1a0 (black cables lead to another chassis of the group)");
  EXPECT_EQ(aries_rejection(router(first, "0:0:0", {"l00 green -> c0-0c0s1a0l00(0:1:1)"})),
            "f:1:31: a green cable leads to c0-0c0s1a0 (green cables stay in a chassis)");
  EXPECT_EQ(aries_rejection(router(first, "0:0:0", {"l00 blue -> c0-0c0s1a0l00(0:1:1)"})),
            "f:1:30: a blue cable leads to c0-0c0s1a0 (blue cables lead to another group)");
}

TEST(Aries, RejectsCablesThatDoNotLeadBack) {
  std::string const rejected =
      ": c0-0c0s1a0l01 does not lead back to c0-0c0s0a0l00 (every cable is listed at both ends, with the same color)";
  std::string const there = "l00 green -> c0-0c0s1a0l01(0:0:1)";
  EXPECT_EQ(aries_rejection(two_routers(there, "l01 green -> c0-0c0s0a0l00(0:0:0)")), "none");
  EXPECT_EQ(aries_rejection(two_routers(there, "l01 green -> unused")), "f:1:31" + rejected);
  EXPECT_EQ(aries_rejection(two_routers(there, "l02 green -> c0-0c0s0a0l00(0:0:0)")), "f:1:31" + rejected);
  EXPECT_EQ(aries_rejection(two_routers(there, "l01 green -> c0-0c0s0a0l02(0:0:0)")), "f:1:31" + rejected);
}

}  // namespace
}  // namespace weft
