#include "weft/core/progress_of_thread.hpp"

#include <atomic>

#include <gtest/gtest.h>

#include "weft/core/parallel.hpp"

namespace weft {
namespace {

TEST(ProgressOfThread, IsTheInnermostListenerWhileItExists) {
  ForwardingProgress outer(no_progress()), inner(no_progress());
  EXPECT_EQ(&progress_of_thread(), &no_progress());
  {
    ProgressOfThread const first(outer);
    EXPECT_EQ(&progress_of_thread(), &outer);
    {
      ProgressOfThread const second(inner);
      EXPECT_EQ(&progress_of_thread(), &inner);
    }
    EXPECT_EQ(&progress_of_thread(), &outer);
  }
  EXPECT_EQ(&progress_of_thread(), &no_progress());
}

/// Stages begin between parallel loops only.
TEST(ProgressOfThread, IsNobodyInsideAParallelLoop) {
  ForwardingProgress listener(no_progress());
  ProgressOfThread const listens(listener);
  std::atomic<int> others = 0;
  for (unsigned const threads : {1U, 3U}) {
    Threads const some(threads);
    parallel_for(64,
                 [&](std::size_t, unsigned) { others += &progress_of_thread() != &no_progress() ? 1 : 0; });
  }
  EXPECT_EQ(others, 0);
  EXPECT_EQ(&progress_of_thread(), &listener);
}

}  // namespace
}  // namespace weft
