// SPDX-License-Identifier: Apache-2.0
#include "weft/core/interrupt.hpp"

#include <atomic>
#include <csignal>
#include <fstream>
#include <memory>
#include <vector>

#include <gtest/gtest.h>
#include <unistd.h>

#include "support/scratch.hpp"
#include "weft/core/interrupt_request.hpp"
#include "weft/core/parallel.hpp"
#include "weft/core/progress.hpp"
#include "weft/core/temporary_path.hpp"

namespace weft {
namespace {

TEST(InterruptTest, CtrlCRequestsAStopWhileCaught) {
  EXPECT_FALSE(interrupted());
  {
    InterruptGuard const caught;
    EXPECT_NO_THROW(throw_if_interrupted());
    std::raise(SIGINT);
    EXPECT_TRUE(interrupted());
    EXPECT_THROW(throw_if_interrupted(), Interrupted);
    EXPECT_THROW(no_progress().advance(), Interrupted);
  }
  EXPECT_FALSE(interrupted());
}

TEST(InterruptTest, StopsAParallelLoop) {
  InterruptGuard const caught;
  auto const body = [](std::size_t task, unsigned) {
    if (task == 10) std::raise(SIGINT);
    no_progress().advance();
  };
  EXPECT_THROW(parallel_for(100, body), Interrupted);
}

int caught_by_the_host = 0;
void count_in_the_host(int) { ++caught_by_the_host; }

/// The host has a handler that does not request a stop: the handler is called, and the computation continues.
TEST(HostInterruptTest, KeepsAndCallsTheHandlerOfTheHost) {
  auto* const before = std::signal(SIGINT, count_in_the_host);
  caught_by_the_host = 0;
  {
    HostInterrupts const host(nullptr, false);
    std::raise(SIGINT);
    EXPECT_FALSE(interrupted());
  }
  EXPECT_EQ(caught_by_the_host, 1);
  {
    HostInterrupts const host(nullptr, true);
    std::raise(SIGINT);
    EXPECT_TRUE(interrupted());
  }
  EXPECT_EQ(caught_by_the_host, 2) << "the host hears of it also where Ctrl-C ends the computation";
  EXPECT_FALSE(interrupted());
  EXPECT_EQ(std::signal(SIGINT, before), count_in_the_host) << "its handler is there again";
}

TEST(HostInterruptTest, KeepsAHandlerInstalledDuringItsLifetime) {
  auto* const before = std::signal(SIGINT, SIG_IGN);
  {
    HostInterrupts const ignoring(nullptr, true);
    std::raise(SIGINT);
    EXPECT_FALSE(interrupted()) << "after nohup";
    std::signal(SIGINT, count_in_the_host);
  }
  EXPECT_EQ(std::signal(SIGINT, before), count_in_the_host);
}

TEST(HostInterruptTest, PollsTheHostPeriodically) {
  int asked = 0;
  auto const begin = std::chrono::steady_clock::now();  // before the 20 ms of the host begin
  HostInterrupts const host([&] { return ++asked == 3; }, false);
  while (!interrupted()) ASSERT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(20));
  EXPECT_EQ(asked, 3);
  EXPECT_GE(std::chrono::steady_clock::now() - begin, std::chrono::milliseconds(60)) << "every 20 ms";
}

/// Interrupts also a loop with bodies that do not check.
TEST(InterruptTest, EndsAParallelLoopBetweenTasks) {
  InterruptGuard const caught;
  std::atomic<int> started{0};
  auto const body = [&](std::size_t, unsigned) {
    if (++started == 3) std::raise(SIGINT);
  };
  Threads const one(1);
  EXPECT_THROW(parallel_for(100, body), Interrupted);
  EXPECT_EQ(started, 3);
}

TEST(InterruptTest, IsCheckedDuringAllocationAndInShortLoops) {
  std::vector<int> values(3, 7);
  resize_interruptibly(values, 1 << 23);
  EXPECT_EQ(values.size(), 1U << 23);
  EXPECT_EQ(values[2], 7);
  EXPECT_EQ(values.back(), 0);
  InterruptGuard const caught;
  std::raise(SIGINT);
  EXPECT_THROW(resize_interruptibly(values, 1 << 24), Interrupted);
  InterruptCheck check;
  int turns = 0;
  EXPECT_THROW(for (; turns < 10'000; ++turns) check(), Interrupted);
  EXPECT_LT(turns, 4096);
}

TEST(InterruptTest, RestoresTheHandlersOfTheHost) {
  auto const before = std::signal(SIGINT, count_in_the_host);
  caught_by_the_host = 0;
  {
    auto first = std::make_unique<InterruptGuard>();
    InterruptGuard const second;
    first.reset();
    std::raise(SIGINT);
    EXPECT_TRUE(interrupted());
  }
  EXPECT_EQ(caught_by_the_host, 0);
  std::raise(SIGINT);
  EXPECT_EQ(caught_by_the_host, 1);
  std::signal(SIGINT, before);
}

TEST(InterruptDeathTest, SecondCtrlCEndsTheProcess) {
  EXPECT_EXIT(
      {
        InterruptGuard const caught;
        std::raise(SIGINT);
        std::raise(SIGINT);
      },
      testing::KilledBySignal(SIGINT), "");
}

/// A computation that never checks, or that waits: pause() returns only after a handled signal.
[[noreturn]] void wait_forever() {
  while (true) pause();
}

TEST(InterruptDeathTest, EndsACommandThatDoesNotCheckAtTheDeadline) {
  for (int const signal : {SIGINT, SIGTERM, SIGHUP})
    EXPECT_EXIT(
        {
          enable_interrupt_deadline();
          InterruptGuard const caught;
          std::raise(signal);
          wait_forever();
        },
        testing::ExitedWithCode(130), "weft: interrupted\n");
}

TEST(InterruptDeathTest, RemovesTemporaryFilesAndTheirFolder) {
  Scratch const scratch;
  EXPECT_EXIT(
      {
        TemporaryPath const kept(scratch / "kept");
        std::filesystem::create_directory(scratch / "folder");
        TemporaryPath const folder(scratch / "folder");
        { TemporaryPath const finished(scratch / "finished"); }
        TemporaryPath const file(scratch / "folder" / "file");
        for (auto const& path : {scratch / "finished", scratch / "folder" / "file"})
          std::ofstream(path) << "x";
        enable_interrupt_deadline();
        InterruptGuard const caught;
        std::raise(SIGTERM);
        wait_forever();
      },
      testing::ExitedWithCode(130), "");
  EXPECT_FALSE(std::filesystem::exists(scratch / "folder"));
  EXPECT_TRUE(std::filesystem::exists(scratch / "finished"));
}

TEST(InterruptDeathTest, SuspendsTheDeadlineForAServer) {
  EXPECT_EXIT(
      {
        enable_interrupt_deadline();
        InterruptGuard const caught;
        NoInterruptDeadline const orderly;
        std::raise(SIGTERM);
        usleep(600'000);  // twice the deadline
        _exit(interrupted() ? 7 : 8);
      },
      testing::ExitedWithCode(7), "");
}

/// An ignored SIGHUP, as after nohup.
TEST(InterruptTest, KeepsAnIgnoredHangupIgnored) {
  auto const before = std::signal(SIGHUP, SIG_IGN);
  {
    InterruptGuard const caught;
    std::raise(SIGHUP);
    EXPECT_FALSE(interrupted());
  }
  std::signal(SIGHUP, before);
}

}  // namespace
}  // namespace weft
