#include "weft/io/route_list.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "weft/core/error.hpp"

namespace weft {
namespace {

/// A ring of six: port 0 leads up, port 1 down.
std::optional<std::uint32_t> on_ring(std::uint32_t router, std::uint16_t port) {
  if (port > 1) return {};
  return (router + (port == 0 ? 1 : 5)) % 6;
}

RouteList parse(std::string_view text) { return parse_route_list(text, "routes", 6, on_ring); }

std::string complaint(std::string_view text) {
  try {
    parse(text);
  } catch (InputError const& error) { return error.what(); }
  return "none";
}

TEST(RouteList, ReadsRoutesCommentsAndBlankLines) {
  auto const list = parse("# from to weight ports\n0 2 3 0 0\n\n0 2 1 1 1 1 1 # the long way\n5 0 1 0\n");
  ASSERT_EQ(list.routes.size(), 3U);
  EXPECT_EQ(list.routes[1].from, 0U);
  EXPECT_EQ(list.routes[1].to, 2U);
  EXPECT_EQ(list.routes[0].weight, 3U);
  EXPECT_EQ(list.ports, (std::vector<std::uint16_t>{0, 0, 1, 1, 1, 1, 0}));
  EXPECT_EQ(list.last_port(0), 2U);
  EXPECT_EQ(list.last_port(2), 7U);
}

TEST(RouteList, NamesThePlaceOfTheOffence) {
  EXPECT_EQ(complaint("0 6 1 0\n"), "routes:1:3: to = 6 (must be in [0, 5])");
  EXPECT_EQ(complaint("0 0 1 0\n"), "routes:1:3: a route from router 0 to itself");
  EXPECT_EQ(complaint("0 1 0 0\n"), "routes:1:5: weight = 0 (must be in [1, 1048576])");
  EXPECT_EQ(complaint("0 2 1 0 2\n"), "routes:1:9: port = 2 (router 1 has no such port)");
  EXPECT_EQ(complaint("0 2 1 0 1 0 0\n"),
            "routes:1:9: the route reaches router 0 again (routes must not loop)");
  EXPECT_EQ(complaint("0 2 1 0\n"), "routes:1:8: the route ends at router 1 (it should lead to router 2)");
  EXPECT_EQ(complaint("0 1\n"),
            "routes:1:4: no weight: the line is incomplete (from to weight port port ..)");
  EXPECT_EQ(complaint("0 1 1 0"), complaint("0 1 1 0\n"));
  EXPECT_EQ(complaint("# none\n"), "routes: no routes");
}

RC_GTEST_PROP(RouteList, AnyTextIsReadOrRefused, (std::string const& text)) {
  try {
    auto const list = parse(text);
    RC_ASSERT(!list.routes.empty());
  } catch (InputError const& error) { RC_ASSERT(std::string(error.what()).find('\n') == std::string::npos); }
}

}  // namespace
}  // namespace weft
