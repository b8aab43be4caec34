#include "weft/engine/flit/masked/event_ring.hpp"

#include <algorithm>

#include <gtest/gtest.h>

namespace weft::flit {
namespace {

TEST(EventRing, GivesEachCycleItsEventsInTheirOrder) {
  EventRing ring(5, 3);
  for (std::uint64_t now = 0; now < 40; ++now) {
    for (std::uint32_t k = 0; k < 3; ++k) ring.put(now + 5, vc_event(static_cast<std::uint32_t>(now), k));
    auto const events = ring.of(now);
    if (now < 5) {
      EXPECT_TRUE(events.empty());
      continue;
    }
    ASSERT_EQ(events.size(), 3u);
    for (std::uint32_t k = 0; k < 3; ++k) {
      EXPECT_EQ(router_of(events[k]), now - 5);
      EXPECT_EQ(vc_of(events[k]), k);
    }
    ring.clear(now);
    EXPECT_TRUE(ring.of(now).empty());
  }
}

}  // namespace
}  // namespace weft::flit
