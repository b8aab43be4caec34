// SPDX-License-Identifier: Apache-2.0
#include "weft/engine/queue/cluster.hpp"

#include <set>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace weft::queue {
namespace {

/// Compares with a search over all waiting jobs.
RC_GTEST_PROP(WaitingJobs, MatchALinearSearch, ()) {
  std::vector<Job> all(*rc::gen::inRange<std::size_t>(1, 700));
  for (auto& job : all) {
    job.nodes = *rc::gen::inRange(1u, 50u);
    job.estimate = *rc::gen::inRange(1, 50);
  }
  WaitingJobs waiting(all);
  std::set<std::uint32_t> known;
  std::uint32_t next = 0;
  for (int turn = 0; turn < 200; ++turn) {
    auto const act = *rc::gen::inRange(0, 4);
    if (act == 0 && !known.empty()) {
      auto const gone = *std::next(known.begin(), *rc::gen::inRange<std::ptrdiff_t>(0, std::ssize(known)));
      waiting.remove(gone);
      known.erase(gone);
    } else if (act == 1) {
      for (int i = 0; i < 20 && next < all.size(); ++i, ++next) {
        waiting.add(next);
        known.insert(next);
      }
    }
    auto const from = *rc::gen::inRange<std::uint32_t>(0, static_cast<std::uint32_t>(all.size()));
    auto const any = *rc::gen::inRange(0u, 50u), brief = *rc::gen::inRange(0u, 50u);
    auto const time = *rc::gen::inRange(0, 50);
    auto expected = WaitingJobs::none;
    std::uint64_t nodes = 0;
    for (auto const job : known) {
      nodes += all[job].nodes;
      bool const fits = all[job].nodes <= any || (all[job].nodes <= brief && all[job].estimate <= time);
      if (job >= from && fits && expected == WaitingJobs::none) expected = job;
    }
    RC_ASSERT(waiting.next(from, any, brief, time) == expected);
    RC_ASSERT(waiting.count() == known.size());
    RC_ASSERT(waiting.nodes() == nodes);
    RC_ASSERT(waiting.first() == (known.empty() ? WaitingJobs::none : *known.begin()));
  }
}

}  // namespace
}  // namespace weft::queue
