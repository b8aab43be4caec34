// SPDX-License-Identifier: Apache-2.0
#include "weft/core/progress.hpp"

#include <array>
#include <atomic>
#include <chrono>
#include <cstdlib>

#include <fcntl.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include "weft/core/parallel.hpp"

namespace weft {
namespace {

using namespace std::chrono_literals;

TEST(ProgressLineTest, ShowsPercentageRateAndRemainingTime) {
  EXPECT_EQ(progress_line("torus", 25, 100, "rounds", 10, 80), "torus  25 %  2.5 rounds/s  0:30 left");
  EXPECT_EQ(progress_line("clex", 0, 100, "rounds", 0, 80), "clex  0 %");
  EXPECT_EQ(progress_line("clex", 100, 100, "rounds", 50, 80), "clex  100 %  2 rounds/s");
  EXPECT_EQ(progress_line("clex", 150, 100, "rounds", 50, 80), "clex  100 %  3 rounds/s");
  EXPECT_EQ(progress_line("a", 1000000, 8200000, "messages", 1, 80), "a  12 %  1 M messages/s  0:08 left");
  EXPECT_EQ(progress_line("a", 5000, 0, "messages", 2, 80), "a  2.5 k messages/s");
  EXPECT_EQ(progress_line("a", 1, 3601 * 2, "runs", 1, 80), "a  0 %  1 runs/s  2:00:01 left");
  EXPECT_EQ(progress_line("a long label", 1, 2, "runs", 1, 10), "a long lab");
}

/// A clock set by the test.
std::atomic<std::int64_t> milliseconds_passed{0};
TerminalProgress::Clock::time_point test_clock() {
  return TerminalProgress::Clock::time_point{std::chrono::milliseconds(milliseconds_passed)};
}
void pass(std::chrono::milliseconds time) { milliseconds_passed += time.count(); }

/// A terminal for tests: output to `terminal()` can be read as `text()`.
class Screen {
 public:
  Screen() : master_(posix_openpt(O_RDWR | O_NOCTTY)) {
    if (master_ < 0 || grantpt(master_) != 0 || unlockpt(master_) != 0) return;
    terminal_ = open(ptsname(master_), O_RDWR | O_NOCTTY);
  }
  ~Screen() {
    close(terminal_);
    close(master_);
  }
  Screen(Screen const&) = delete;
  Screen& operator=(Screen const&) = delete;

  int terminal() const { return terminal_; }
  /// Returns the output since the last call. The kernel forwards it with a delay, so a mark is sent after it.
  std::string text() const {
    constexpr char mark = '\1';
    std::string text;
    if (write(terminal_, &mark, 1) != 1) return text;
    for (char next = 0; ::read(master_, &next, 1) == 1 && next != mark;) text += next;
    return text;
  }

 private:
  int master_, terminal_ = -1;
};

TEST(TerminalProgressTest, DrawsOnATerminalAndClearsItsLine) {
  Screen const screen;
  if (screen.terminal() < 0) GTEST_SKIP() << "no pseudo terminal";
  TerminalProgress progress(screen.terminal(), test_clock);
  progress.start("torus", 100, "rounds");
  pass(99ms);
  progress.advance(10);
  EXPECT_EQ(screen.text(), "") << "short computations do not flash";
  pass(1ms);
  progress.advance(32);
  EXPECT_NE(screen.text().find("torus  42 %"), std::string::npos);
  pass(99ms);
  progress.advance(1);
  EXPECT_EQ(screen.text(), "") << "at most 10 redraws a second";
  progress.finish();
  EXPECT_EQ(screen.text(), "\r\033[K");
  progress.finish();
  EXPECT_EQ(screen.text(), "");
}

TEST(TerminalProgressTest, IsSilentInAPipe) {
  std::array<int, 2> ends{};
  ASSERT_EQ(pipe2(ends.data(), O_NONBLOCK), 0);
  {
    TerminalProgress progress(ends[1], test_clock);
    progress.start("torus", 2);
    pass(120ms);
    progress.advance();
  }
  char byte = 0;
  EXPECT_EQ(::read(ends[0], &byte, 1), -1);
  close(ends[0]);
  close(ends[1]);
}

TEST(TerminalProgressTest, AdvancesFromManyThreads) {
  Screen const screen;
  if (screen.terminal() < 0) GTEST_SKIP() << "no pseudo terminal";
  Threads const threads(4);
  TerminalProgress progress(screen.terminal(), test_clock);
  progress.start("torus", 1000);
  parallel_for(1000, [&](std::size_t task, unsigned) {
    if (task % 100 == 0) pass(30ms);
    progress.advance();
  });
  pass(200ms);
  progress.advance(0);
  EXPECT_NE(screen.text().find("100 %"), std::string::npos);
}

TEST(ProgressOfThread, ReturnsTheInnermostListener) {
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
TEST(ProgressOfThread, IsUnsetInsideAParallelLoop) {
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
