// SPDX-License-Identifier: Apache-2.0
#include "weft/engine/rounds/forward/forward_scratch.hpp"

#include <rapidcheck/gtest.h>

namespace weft::rounds {
namespace {

RC_GTEST_PROP(Arrivals, AllArraysHaveCapacityAfterAnyCallSequence, ()) {
  Arrivals<std::uint32_t> arrivals;
  for (int i = 0; i < 20; ++i) {
    auto const count = *rc::gen::inRange<std::size_t>(1, 2000);
    if (*rc::gen::arbitrary<bool>()) {
      arrivals.prepare(count);
      arrivals.size = 0;
    } else {
      arrivals.grow(count);
    }
    auto const room = arrivals.capacity();
    RC_ASSERT(room >= count);
    RC_ASSERT(arrivals.router.capacity() >= room);
    RC_ASSERT(arrivals.port.capacity() >= room);
    RC_ASSERT(arrivals.next.capacity() >= room);
  }
}

}  // namespace
}  // namespace weft::rounds
