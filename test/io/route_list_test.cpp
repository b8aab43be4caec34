// SPDX-License-Identifier: Apache-2.0
#include "weft/io/route_list.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "support/complaint.hpp"
#include "weft/core/error.hpp"

namespace weft {
namespace {

/// A ring of six: ports 0 and 2 lead up, port 1 down.
std::optional<std::uint16_t> on_ring(std::uint32_t from, std::uint32_t to,
                                     std::optional<std::uint16_t> port) {
  for (std::uint16_t p = 0; p < 3; ++p)
    if (port.value_or(p) == p && (from + (p == 1 ? 5 : 1)) % 6 == to) return p;
  return {};
}

RouteList parse(std::string_view text, std::vector<std::string> names = {}) {
  return parse_route_list(text, "routes", {6, std::move(names), on_ring});
}

std::string route_list_complaint(std::string_view text) {
  return complaint_of([&] { parse(text); });
}

TEST(RouteList, ReadsRoutersVirtualChannelsPortsWeightsAndComments) {
  auto const list = parse("# a comment\n0 1 2:1 weight=3\n\n5,0@2:63,5 # there and back\n");
  ASSERT_EQ(list.routes.size(), 2U);
  EXPECT_EQ(list.routes[0].line, 2U);
  EXPECT_EQ(list.routes[1].line, 4U);
  EXPECT_EQ(list.routes[0].weight, 3U);
  EXPECT_EQ(list.routes[1].weight, 1U);
  EXPECT_TRUE(list.names_vcs);
  ASSERT_EQ(list[0].size(), 3U);
  EXPECT_EQ(list[0][2].router, 2U);
  EXPECT_EQ(list[0][2].vc, 1);
  EXPECT_EQ(list[0][2].port, 0);
  EXPECT_EQ(list[1][1].vc, 63);
  EXPECT_EQ(list[1][1].port, 2);
  EXPECT_EQ(list[1][2].port, 1);
  EXPECT_FALSE(parse("0 1").names_vcs);
}

TEST(RouteList, AcceptsRoutersByNameAndByNumber) {
  auto const list = parse("a b c:7\nb:1 4:2\nb:1@0:5 4\n", {"a", "b", "c", "b:1", "d", "b:1@0:5"});
  EXPECT_EQ(list[0][2].router, 2U);
  EXPECT_EQ(list[0][2].vc, 7);
  EXPECT_EQ(list[1][0].router, 3U) << "a name may look like a virtual channel";
  EXPECT_EQ(list[2][0].router, 5U);
  EXPECT_EQ(list[2][1].router, 4U);
}

// Numbers as names, as in a network with failures, in which routers are named by their original numbers.
TEST(RouteList, IdentifiesRoutersOnlyByNameIfSomeNamesAreNumbers) {
  std::vector<std::string> const names{"0", "2", "3", "4", "5", "6"};
  EXPECT_EQ(parse("0 2\n", names).visits[1].router, 1U);
  EXPECT_EQ(rejection_of([&] { parse("0 1\n", names); }).value().problem, "no router is named 1");
  EXPECT_EQ(rejection_of([&] { parse("2 4\n", names); }).value().problem,
            "no channel leads from router 2 to router 4");
}

TEST(RouteList, ReportsThePositionOfTheError) {
  EXPECT_EQ(route_list_complaint("0 1\n0 6\n"), "routes:2:3: router=6 (must be a whole number in [0, 5])");
  EXPECT_EQ(route_list_complaint("0 one\n"), "routes:1:3: router=one (must be a whole number in [0, 5])");
  EXPECT_EQ(route_list_complaint("0 1 3\n"), "routes:1:5: no channel leads from router 1 to router 3");
  EXPECT_EQ(route_list_complaint("0 1@1\n"),
            "routes:1:3: no channel leads from router 0 by port 1 to router 1");
  EXPECT_EQ(route_list_complaint("0 1:64\n"),
            "routes:1:5: virtual channel=64 (must be a whole number in [0, 63])");
  EXPECT_EQ(route_list_complaint("0 1:\n"),
            "routes:1:5: virtual channel= (must be a whole number in [0, 63])");
  EXPECT_EQ(
      route_list_complaint("0:0 1\n"),
      "routes:1:1: the first router has a port or a virtual channel (only the other routers of a route may specify them)");
  EXPECT_EQ(
      route_list_complaint("0\n"),
      "routes:1:2: the field 'router' is missing: the line is incomplete (router router[@port][:vc] .. [weight=W])");
  EXPECT_EQ(route_list_complaint("0 1 weight=0\n"),
            "routes:1:5: weight=0 (must be a whole number in [1, 1048576])");
  EXPECT_EQ(route_list_complaint("0 1 weight=1 2\n"),
            "routes:1:14: unexpected '2' (router router[@port][:vc] .. [weight=W])");
  EXPECT_EQ(route_list_complaint("0 1"), route_list_complaint("0 1\n"));
  EXPECT_EQ(route_list_complaint("# none\n"), "routes: the file contains no routes");
}

RC_GTEST_PROP(RouteList, RoundTrips, ()) {
  auto const steps = *rc::gen::container<std::vector<bool>>(1 + *rc::gen::inRange<std::size_t>(0, 20),
                                                            rc::gen::arbitrary<bool>());
  std::uint32_t at = *rc::gen::inRange(0u, 6u);
  auto text = std::to_string(at);
  std::vector<std::uint32_t> routers{at}, vcs{0};
  for (bool const up : steps) {
    at = (at + (up ? 1 : 5)) % 6;
    vcs.push_back(*rc::gen::inRange(0u, 64u));
    routers.push_back(at);
    text += (up ? " " : ", ") + std::to_string(at) + ":" + std::to_string(vcs.back());
  }
  auto const list = parse(text + "\n");
  RC_ASSERT(list.visits.size() == routers.size());
  for (std::size_t i = 0; i < routers.size(); ++i) {
    RC_ASSERT(list.visits[i].router == routers[i]);
    RC_ASSERT(list.visits[i].vc == vcs[i]);
  }
}

RC_GTEST_PROP(RouteList, ReadsOrRejectsAnyText, (std::string const& text)) {
  try {
    RC_ASSERT(!parse(text).routes.empty());
  } catch (InputError const& error) { RC_ASSERT(std::string(error.what()).find('\n') == std::string::npos); }
}

}  // namespace
}  // namespace weft
