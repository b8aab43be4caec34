#include "weft/traffic/patterns/next_group.hpp"

#include <gtest/gtest.h>

#include "support/goodness_of_fit.hpp"
#include "support/traffic_lists.hpp"

namespace weft {
namespace {

TEST(NextGroup, StaysInTheGroupAhead) {
  traffic::NextGroup const traffic({.groups = 5, .ahead = 3}, {40, 50, 1});
  for (std::uint32_t e = 0; e < 40; ++e)
    for (std::uint64_t k = 0; k < 50; ++k)
      ASSERT_EQ(traffic.nth_destination({e}, k) / 8, (e / 8 + 3) % 5) << e << " " << k;
}

TEST(NextGroup, IsUniformInTheGroup) {
  EXPECT_GT(goodness_of_fit(received_messages(
                *make_traffic<traffic::NextGroup>({.groups = 9, .ahead = 1}, {72, 1000, 1}))),
            1e-5);
}

TEST(NextGroup, WithoutGroupsEachTerminalIsOne) {
  auto const traffic = make_traffic<traffic::NextGroup>({.groups = 0, .ahead = 1}, {40, 1, 1});
  EXPECT_EQ(traffic->nth_destination({39}, 0), 0u);
  EXPECT_EQ(traffic->nth_destination({7}, 0), 8u);
}

TEST(NextGroup, RefusesGroupsThatDoNotDivideTheTerminals) {
  EXPECT_THROW(make_traffic<traffic::NextGroup>({.groups = 7, .ahead = 1}, {40}), InputError);
  EXPECT_NO_THROW(make_traffic<traffic::NextGroup>({.groups = 8, .ahead = 1}, {40}));
}

}  // namespace
}  // namespace weft
