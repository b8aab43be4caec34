#include "weft/routing/vc/grid/dimension_order.hpp"

#include <gtest/gtest.h>

#include "support/vc_dependencies.hpp"
#include "support/vc_routings.hpp"
#include "weft/topology/family/ring.hpp"
#include "weft/topology/family/torus.hpp"

namespace weft {
namespace {

bool is_free(Machine const& machine, std::string const& routing, std::uint32_t vcs) {
  auto const bound = vc::bind(Spec::parse(routing), machine, {.vcs = vcs, .may_deadlock = true});
  return VcDependencies(*machine.network(), *bound).is_acyclic();
}

TEST(VcDimensionOrder, ARingNeedsTwoClassesFromFourRoutersOn) {
  for (std::int64_t routers = 3; routers <= 9; ++routers) {
    auto const ring = machine_of(Ring({routers}));
    EXPECT_EQ(is_free(ring, "dimension_order", 1), routers == 3) << routers;
    EXPECT_EQ(is_free(ring, "dimension_order:tie=plus", 1), routers == 3) << routers;
    for (std::string const rings : {"balanced", "at_dateline", "past_dateline", "wrap_ahead"})
      EXPECT_TRUE(is_free(ring, "dimension_order:rings=" + rings, 2)) << routers << " " << rings;
  }
}

TEST(VcDimensionOrder, AllTheWayRoundNeedsADateline) {
  auto const ring = machine_of(Ring({8}));
  for (std::string const rings : {"at_dateline", "past_dateline", "wrap_ahead"})
    EXPECT_TRUE(is_free(ring, "dimension_order:way=plus,rings=" + rings, 2)) << rings;
  EXPECT_FALSE(is_free(ring, "dimension_order:way=plus", 2));
  try {
    vc::bind(Spec::parse("dimension_order:way=plus"), ring, {.vcs = 2});
    FAIL();
  } catch (InputError const& error) {
    EXPECT_STREQ(
        error.what(),
        "routing: dimension_order with way=plus and rings=balanced (a cycle of packets that go more than "
        "half way round can close); give rings=wrap_ahead");
  }
}

TEST(VcDimensionOrder, TooFewVirtualChannelsAreRefused) {
  try {
    vc::bind(Spec::parse("dimension_order"), machine_of(Torus({{4, 4}})), {.vcs = 1});
    FAIL();
  } catch (InputError const& error) {
    EXPECT_STREQ(
        error.what(),
        "vcs: dimension_order with 1 virtual channel (needs 2: two classes on dimensions that wrap); give "
        "vcs=2");
  }
}

}  // namespace
}  // namespace weft
