#include "weft/core/interrupt.hpp"

#include <csignal>

#include <gtest/gtest.h>

#include "weft/core/parallel.hpp"
#include "weft/core/progress.hpp"

namespace weft {
namespace {

TEST(InterruptTest, CtrlCAsksToStopWhileCaught) {
  EXPECT_FALSE(interrupted());
  {
    CatchInterrupts const caught;
    EXPECT_NO_THROW(throw_if_interrupted());
    std::raise(SIGINT);
    EXPECT_TRUE(interrupted());
    EXPECT_THROW(throw_if_interrupted(), Interrupted);
    EXPECT_THROW(no_progress().advance(), Interrupted);
  }
  EXPECT_FALSE(interrupted());
}

TEST(InterruptTest, LeavesAParallelLoop) {
  CatchInterrupts const caught;
  auto const body = [](std::size_t task, unsigned) {
    if (task == 10) std::raise(SIGINT);
    no_progress().advance();
  };
  EXPECT_THROW(parallel_for(100, body), Interrupted);
}

TEST(InterruptDeathTest, ASecondCtrlCEndsTheProcess) {
  EXPECT_EXIT(
      {
        CatchInterrupts const caught;
        std::raise(SIGINT);
        std::raise(SIGINT);
      },
      testing::KilledBySignal(SIGINT), "");
}

}  // namespace
}  // namespace weft
