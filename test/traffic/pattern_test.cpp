// SPDX-License-Identifier: Apache-2.0
#include "weft/traffic/pattern.hpp"

#include <gtest/gtest.h>

#include "support/complaint.hpp"
#include "support/traffic_lists.hpp"
#include "weft/core/error.hpp"
#include "weft/traffic/catalog.hpp"

namespace weft {
namespace {

TEST(Pattern, RejectsCountsBeyondTheLimits) {
  EXPECT_THROW(check_context({0, 1}), InputError);
  EXPECT_THROW(check_context({(std::uint64_t{1} << 32) + 1, 1}), InputError);
  EXPECT_THROW(check_context({1, (std::uint64_t{1} << 31) + 1}), InputError);
  EXPECT_NO_THROW(check_context({std::uint64_t{1} << 32, std::uint64_t{1} << 31}));
}

TEST(Pattern, IsCreatedFromItsSpec) {
  auto const traffic = make_traffic(Spec::parse("tornado:sides=8x4"), {32});
  EXPECT_EQ(destinations_of(*traffic, 0), std::vector<std::uint32_t>{11});
}

TEST(Pattern, AcceptsAliases) {
  for (auto const& [alias, name] : {std::pair{"bitrev", "bit_reversal"},
                                    {"bitcomp", "bit_complement"},
                                    {"adversarial:groups=4", "next_group:groups=4"}})
    EXPECT_EQ(all_destinations(*make_traffic(Spec::parse(alias), {32})),
              all_destinations(*make_traffic(Spec::parse(name), {32})))
        << alias;
}

TEST(Pattern, SuggestsTheNearestName) {
  EXPECT_EQ(complaint_of([] { make_traffic(Spec::parse("permutatoin"), {32}); }),
            "unknown traffic pattern 'permutatoin'; did you mean 'permutation'?");
}

}  // namespace
}  // namespace weft
