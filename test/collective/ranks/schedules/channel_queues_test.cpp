// SPDX-License-Identifier: Apache-2.0
#include "weft/collective/ranks/schedules/channel_queues.hpp"

#include <algorithm>
#include <deque>
#include <map>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace weft::collective {
namespace {

/// Naive reference: a list of the waiting entries of each channel, in order of arrival.
class Oracle {
 public:
  void push(std::uint32_t channel, std::uint32_t hops, int entry) {
    waiting_[channel].push_back({std::min(hops, 63u), entry});
  }
  int pop(std::uint32_t channel) {
    auto& all = waiting_[channel];
    auto const first = std::ranges::max_element(all, {}, [](auto const& it) { return it.first; });
    auto const entry = first->second;
    all.erase(first);
    return entry;
  }
  std::vector<std::uint32_t> waiting() const {
    std::vector<std::uint32_t> channels;
    for (auto const& [channel, all] : waiting_)
      if (!all.empty()) channels.push_back(channel);
    return channels;
  }

 private:
  std::map<std::uint32_t, std::deque<std::pair<std::uint32_t, int>>> waiting_;
};

RC_GTEST_PROP(ChannelQueues, PopTheFarthestFirst, ()) {
  auto const max_hops = *rc::gen::element(0u, 5u, 62u, 63u, 200u);
  std::uint32_t const channels = 130;
  ChannelQueues<int> queues(channels, max_hops);
  Oracle oracle;
  auto const moves = *rc::gen::container<std::vector<std::pair<std::uint32_t, std::uint32_t>>>(
      rc::gen::pair(rc::gen::inRange(0u, 4u), rc::gen::inRange(0u, max_hops + 1)));
  int entry = 0;
  for (auto const& [which, hops] : moves) {
    auto const channel = which * 43;
    for (std::uint32_t i = 0; i < hops % 40 + 1; ++i, ++entry) {
      queues.push(channel, hops, entry);
      oracle.push(channel, hops, entry);
    }
    for (std::uint32_t i = 0; i < hops % 7; ++i) {
      RC_ASSERT(queues.waits_at(channel));
      RC_ASSERT(queues.pop(channel) == oracle.pop(channel));
      if (!queues.waits_at(channel)) break;
    }
    std::vector<std::uint32_t> waiting;
    queues.for_each_waiting([&](std::uint32_t c) { waiting.push_back(c); });
    RC_ASSERT(waiting == oracle.waiting());
  }
  for (auto const channel : oracle.waiting())
    while (queues.waits_at(channel)) RC_ASSERT(queues.pop(channel) == oracle.pop(channel));
  RC_ASSERT(oracle.waiting().empty());
}

}  // namespace
}  // namespace weft::collective
