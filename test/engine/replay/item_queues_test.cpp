#include "weft/engine/replay/item_queues.hpp"

#include <deque>
#include <map>
#include <tuple>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace weft::replay {
namespace {

RC_GTEST_PROP(ItemQueues, AreQueuesByKey, ()) {
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
