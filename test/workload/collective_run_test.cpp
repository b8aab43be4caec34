// SPDX-License-Identifier: Apache-2.0
#include "weft/workload/collective_run.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace weft {
namespace {

rc::Gen<CollectiveOutcome> an_outcome() {
  auto const line = rc::gen::pair(rc::gen::inRange(0, 50), rc::gen::inRange(0, 20));
  return rc::gen::map(rc::gen::nonEmpty(rc::gen::container<std::vector<std::pair<int, int>>>(line)),
                      [](std::vector<std::pair<int, int>> const& lines) {
                        CollectiveOutcome outcome;
                        for (auto const& [steps, slots] : lines)
                          outcome.runs.push_back({.steps = static_cast<std::uint64_t>(steps),
                                                  .slots = static_cast<std::uint64_t>(slots)});
                        return outcome;
                      });
}

RC_GTEST_PROP(Crossovers, AreTheChangesOfTheFastestByteByByte, ()) {
  collective::Cost const cost{.alpha = 1, .beta = 0.25};
  auto const outcomes = *rc::gen::resize(
      8, rc::gen::nonEmpty(rc::gen::container<std::vector<CollectiveOutcome>>(an_outcome())));
  auto const found = crossovers(outcomes, 3, 120, cost);
  std::size_t next = 0, now = outcomes.size();
  for (std::uint64_t bytes = 3; bytes <= 120; ++bytes) {
    std::size_t fastest = 0;
    auto const seconds = [&](std::size_t i) {
      auto const size = static_cast<double>(bytes);
      return outcomes[i].best(size, cost).seconds(size, cost);
    };
    for (std::size_t i = 1; i < outcomes.size(); ++i)
      if (seconds(i) < seconds(fastest)) fastest = i;
    if (fastest == now) continue;
    RC_ASSERT(next < found.size());
    RC_ASSERT(found[next].bytes == bytes);
    RC_ASSERT(found[next].outcome == fastest);
    now = fastest;
    ++next;
  }
  RC_ASSERT(next == found.size());
}

}  // namespace
}  // namespace weft
