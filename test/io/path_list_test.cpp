#include "weft/io/path_list.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "weft/core/error.hpp"

namespace weft {
namespace {

/// A ring of six.
bool on_ring(std::uint32_t from, std::uint32_t to) { return (from + 1) % 6 == to || (to + 1) % 6 == from; }

PathList parse(std::string_view text) { return parse_path_list(text, "paths", 6, on_ring); }

std::string complaint(std::string_view text) {
  try {
    parse(text);
  } catch (InputError const& error) { return error.what(); }
  return "none";
}

TEST(PathList, ReadsRoutersVirtualChannelsAndComments) {
  auto const list = parse("# a comment\n0 1 2:1\n\n5,0:63,5 # there and back\n");
  ASSERT_EQ(list.size(), 2U);
  EXPECT_EQ(list.lines, (std::vector<std::uint32_t>{2, 4}));
  EXPECT_EQ(list.first, (std::vector<std::size_t>{0, 3, 6}));
  EXPECT_EQ(list.visits[2].router, 2U);
  EXPECT_EQ(list.visits[2].vc, 1);
  EXPECT_EQ(list.visits[4].vc, 63);
  EXPECT_EQ(list.visits[5].vc, 0);
}

TEST(PathList, NamesThePlaceOfTheOffence) {
  EXPECT_EQ(complaint("0 1\n0 6\n"), "paths:2:3: router = 6 (must be a whole number in [0, 5])");
  EXPECT_EQ(complaint("0 one\n"), "paths:1:3: router = one (must be a whole number in [0, 5])");
  EXPECT_EQ(complaint("0 1 3\n"), "paths:1:5: no channel leads from router 1 to router 3");
  EXPECT_EQ(complaint("0 1:64\n"), "paths:1:5: virtual channel = 64 (must be a whole number in [0, 63])");
  EXPECT_EQ(complaint("0 1:\n"), "paths:1:5: virtual channel =  (must be a whole number in [0, 63])");
  EXPECT_EQ(complaint("0:0 1\n"),
            "paths:1:3: a virtual channel of the first router (no channel leads the packet there)");
  EXPECT_EQ(complaint("0\n"), "paths:1:2: no router: the line is incomplete (router router[:vc] ..)");
  EXPECT_EQ(complaint("0 1"), complaint("0 1\n"));
  EXPECT_EQ(complaint("# none\n"), "paths: no routes");
}

RC_GTEST_PROP(PathList, ReadsWhatIsWritten, ()) {
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

}  // namespace
}  // namespace weft
