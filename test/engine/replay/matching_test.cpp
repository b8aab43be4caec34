// SPDX-License-Identifier: Apache-2.0
#include "weft/engine/replay/matching.hpp"

#include <deque>
#include <map>
#include <tuple>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace weft::replay {
namespace {

constexpr auto any = Matching::any;

/// Reference with lists that are searched from the front.
class ListMatching {
 public:
  struct Item {
    std::uint32_t rank, source, tag, number;
  };
  std::optional<std::uint32_t> arrive(Item const& message) { return take(posted_, unexpected_, message); }
  std::optional<std::uint32_t> post(Item const& receive) { return take(unexpected_, posted_, receive); }

 private:
  static bool fits(std::uint32_t a, std::uint32_t b) { return a == b || a == any || b == any; }
  static std::optional<std::uint32_t> take(std::deque<Item>& there, std::deque<Item>& others,
                                           Item const& it) {
    for (auto i = there.begin(); i != there.end(); ++i)
      if (i->rank == it.rank && fits(i->source, it.source) && fits(i->tag, it.tag)) {
        auto const number = i->number;
        there.erase(i);
        return number;
      }
    others.push_back(it);
    return {};
  }
  std::deque<Item> posted_, unexpected_;
};

RC_GTEST_PROP(Matching, MatchesALinearSearch, (bool wildcards)) {
  Matching matching(wildcards, 3);
  ListMatching lists;
  auto const small = [] { return *rc::gen::inRange(0U, 3U); };
  auto const maybe_any = [&] { return wildcards && *rc::gen::inRange(0, 3) == 0 ? any : small(); };
  auto const steps = *rc::gen::inRange(1U, 60U);
  for (std::uint32_t step = 0; step < steps; ++step) {
    auto const rank = small();
    if (*rc::gen::arbitrary<bool>()) {
      auto const source = small(), tag = small();
      RC_ASSERT(matching.arrive(source, {.peer = rank, .tag = tag, .context = rank % 2}, step) ==
                lists.arrive({rank, source, tag, step}));
    } else {
      auto const source = maybe_any(), tag = maybe_any();
      RC_ASSERT(matching.post(rank, {.peer = source, .tag = tag, .context = rank % 2}, step) ==
                lists.post({rank, source, tag, step}));
    }
  }
}

RC_GTEST_PROP(ItemQueues, AreFifoPerKey, ()) {
  ItemQueues queues;
  std::map<std::uint32_t, std::deque<std::uint32_t>> plain;
  auto const steps = *rc::gen::inRange(1U, 2000U);
  auto const keys = *rc::gen::inRange(1U, 300U);
  for (std::uint32_t step = 0; step < steps; ++step) {
    auto const number = *rc::gen::inRange(0U, keys);
    MatchKey const key{number % 7, number, number / 7, 0};
    auto& queue = plain[number];
    auto const* const front = queues.front(key);
    RC_ASSERT((front == nullptr) == queue.empty());
    if (front != nullptr) RC_ASSERT(front->item == queue.front());
    if (*rc::gen::inRange(0, 2) == 0 || queue.empty()) {
      queues.push(key, {step, step, 0});
      queue.push_back(step);
    } else {
      queues.pop(key);
      queue.pop_front();
    }
  }
}

}  // namespace
}  // namespace weft::replay
