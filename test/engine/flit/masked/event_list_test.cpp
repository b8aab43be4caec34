// SPDX-License-Identifier: Apache-2.0
#include "weft/engine/flit/masked/event_list.hpp"

#include <vector>

#include <gtest/gtest.h>

#include "weft/core/random.hpp"

namespace weft::flit {
namespace {

/// Expects, for random small and large sets, the list that a loop over all bits produces.
template <class Word>
void expect_the_places() {
  Rng rng(3, Purpose::test, 0);
  EventList list(100 * Lanes<Word>::count * Lanes<Word>::bits);
  std::vector<VcEvent> expected;
  for (std::uint32_t first = 0; first < 100 * Lanes<Word>::count; first += Lanes<Word>::count) {
    typename Lanes<Word>::Vector sets{};
    for (std::uint32_t lane = 0; lane < Lanes<Word>::count; ++lane) {
      auto set = static_cast<Word>(rng());
      for (auto thinner = rng.below(5); thinner > 0; --thinner) set &= static_cast<Word>(rng());
      sets[lane] = set;
      for (std::uint32_t place = 0; place < Lanes<Word>::bits; ++place)
        if ((set >> place & 1) != 0) expected.push_back(vc_event(first + lane, place));
    }
    list.append<Word>(sets, first);
  }
  auto const events = list.events();
  EXPECT_EQ(std::vector(events.begin(), events.end()), expected);
  list.clear();
  EXPECT_TRUE(list.events().empty());
}

TEST(EventList, ListsTheEventsOfAllSets) {
  expect_the_places<std::uint32_t>();
  expect_the_places<std::uint64_t>();
}

}  // namespace
}  // namespace weft::flit
