// SPDX-License-Identifier: Apache-2.0
#include "weft/core/parallel.hpp"

#include <algorithm>
#include <atomic>
#include <latch>
#include <memory>
#include <mutex>
#include <numeric>
#include <stdexcept>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

namespace weft {
namespace {

class ParallelTest : public testing::TestWithParam<unsigned> {
 protected:
  Threads threads_{GetParam()};
};

TEST_P(ParallelTest, RunsEveryTaskOnce) {
  std::vector<std::atomic<int>> runs(1000);
  parallel_for(runs.size(), [&](std::size_t task, unsigned worker) {
    EXPECT_LT(worker, num_threads());
    ++runs[task];
  });
  for (auto const& run : runs) EXPECT_EQ(run, 1);
  parallel_for(0, [](std::size_t, unsigned) { FAIL(); });
}

TEST_P(ParallelTest, NeverRunsAWorkerInTwoThreads) {
  std::vector<std::atomic<int>> inside(num_threads());
  std::atomic<bool> clash{false};
  parallel_for(2000, [&](std::size_t, unsigned worker) {
    if (++inside[worker] != 1) clash = true;
    std::this_thread::yield();
    --inside[worker];
  });
  EXPECT_FALSE(clash);
}

TEST_P(ParallelTest, ChunksDependOnTheSizeAlone) {
  std::mutex mutex;
  std::vector<std::pair<std::size_t, std::size_t>> chunks;
  parallel_chunks(25, 10, [&](std::size_t begin, std::size_t end, unsigned) {
    std::lock_guard const lock(mutex);
    chunks.emplace_back(begin, end);
  });
  std::sort(chunks.begin(), chunks.end());
  EXPECT_EQ(chunks, (std::vector<std::pair<std::size_t, std::size_t>>{{0, 10}, {10, 20}, {20, 25}}));
}

TEST_P(ParallelTest, PropagatesAnExceptionToTheCallerAndStopsTheLoop) {
  auto const body = [&](std::size_t task, unsigned) {
    if (task == 5) throw std::runtime_error("task 5");
  };
  constexpr std::size_t endless = std::size_t{1} << 45;
  EXPECT_THROW(parallel_for(endless, body), std::runtime_error);
  EXPECT_NO_THROW(parallel_for(3, body));
}

TEST_P(ParallelTest, NestedLoopsRunInlineAsTheSameWorker) {
  std::atomic<std::size_t> sum{0};
  parallel_for(20, [&](std::size_t, unsigned outer) {
    std::size_t expected = 0;
    parallel_for(10, [&](std::size_t task, unsigned inner) {
      EXPECT_EQ(inner, outer);
      EXPECT_EQ(task, expected++);
      sum += task;
    });
  });
  EXPECT_EQ(sum, 20u * 45u);
}

INSTANTIATE_TEST_SUITE_P(Counts, ParallelTest, testing::Values(1, 2, 7));

TEST(ThreadsTest, LimitsThreadsDuringItsLifetime) {
  unsigned const all = num_threads();
  EXPECT_GE(all, 1u);
  {
    Threads const limit(3);
    EXPECT_EQ(num_threads(), 3u);
    {
      Threads const inner(0);
      EXPECT_EQ(num_threads(), all);
    }
    EXPECT_EQ(num_threads(), 3u);
  }
  EXPECT_EQ(num_threads(), all);
}

TEST(ThreadsTest, SupportsOverlappingLimitsInSeveralThreads) {
  unsigned const all = num_threads();
  std::latch started(1), ended(1);
  auto mine = std::make_unique<Threads>(3);
  std::jthread other([&] {
    EXPECT_EQ(num_threads(), all);
    Threads const theirs(5);
    started.count_down();
    ended.wait();
    EXPECT_EQ(num_threads(), 5u);
  });
  started.wait();
  EXPECT_EQ(num_threads(), 3u);
  mine.reset();
  ended.count_down();
  other.join();
  EXPECT_EQ(num_threads(), all);
}

TEST(ThreadsTest, WorkersInheritTheLimitOfTheirCaller) {
  Threads const limit(3);
  std::atomic<bool> same{true};
  parallel_for(50, [&](std::size_t, unsigned) {
    if (num_threads() != 3) same = false;
  });
  EXPECT_TRUE(same);
}

/// A loop that requests more threads than a limit of one, as on a rank with one core that also serves a
/// study: oneTBB warned and used one thread.
TEST(ParallelThreadsTest, NestedLimitsCauseNoWarning) {
  testing::internal::CaptureStderr();
  std::atomic<int> runs{0};
  {
    Threads const outer(1);
    Threads const inner(3);
    parallel_for(100, [&](std::size_t, unsigned) { ++runs; });
  }
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "");
  EXPECT_EQ(runs, 100);
}

}  // namespace
}  // namespace weft
