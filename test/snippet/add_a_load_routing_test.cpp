// The load routing of docs/how-to/add-a-load-routing.md, compiled as it stands there.

#include <gtest/gtest.h>

#include "support/load_machine_of.hpp"
#include "weft/engine/load/routings/half_and_half.hpp"
#include "weft/topology/family/ring.hpp"

namespace weft {
namespace {

static_assert(load::LoadRouting<load::HalfAndHalf>);

TEST(AddALoadRouting, HalfGoesEitherWayRound) {
  auto const machine = load_machine_of(Ring({.routers = 5}));
  std::vector<load::ChannelShare> shares;
  load::HalfAndHalf({}).shares(machine)->append({0}, {2}, shares);
  EXPECT_EQ(shares.size(), 5U);  // two hops one way, three the other
  for (auto const& share : shares) EXPECT_EQ(share.numerator, 1U);
  EXPECT_THROW(load::HalfAndHalf({}).check_machine({.topology = "torus"}), InputError);
}

}  // namespace
}  // namespace weft
