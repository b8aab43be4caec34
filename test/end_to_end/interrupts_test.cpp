// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <chrono>
#include <csignal>
#include <cstdint>
#include <fstream>
#include <optional>
#include <thread>

#include <fcntl.h>
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "end_to_end/command.hpp"
#include "support/sanitized.hpp"

namespace weft {
namespace {

using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;

/// The command must end within 0.3 s of a signal; the rest is slack for a busy machine and for sanitizers.
constexpr auto patience = sanitized ? 8s : 2s;

/// A command that runs in parallel to the test.
class Running {
 public:
  explicit Running(std::string const& args, std::string const& input = "/dev/null",
                   std::string const& output = "") {
    child_ = fork();
    if (child_ != 0) return;
    auto const line = fmt::format("exec {} {} <{} >{} 2>{}", WEFT_COMMAND, args, input,
                                  output.empty() ? "/dev/null" : output, errors().string());
    execl("/bin/sh", "sh", "-c", line.c_str(), nullptr);
    _exit(127);
  }
  ~Running() {
    if (status_) return;
    kill(child_, SIGKILL);
    waitpid(child_, nullptr, 0);
  }
  Running(Running const&) = delete;
  Running& operator=(Running const&) = delete;

  bool has_ended() {
    int status = 0;
    if (!status_ && waitpid(child_, &status, WNOHANG) == child_) status_ = status;
    return status_.has_value();
  }
  void send(int signal) const { kill(child_, signal); }
  /// Waits until the command handles the signal: a busy machine may take seconds to start it.
  void wait_until_caught(int signal) {
    auto const bit = std::uint64_t{1} << (signal - 1);
    for (auto const end = Clock::now() + 60s; Clock::now() < end && !has_ended();
         std::this_thread::sleep_for(5ms))
      if ((caught_signals() & bit) != 0) return;
  }
  /// Returns whether the command ends in time.
  bool wait() {
    for (auto const end = Clock::now() + patience; Clock::now() < end; std::this_thread::sleep_for(5ms))
      if (has_ended()) return true;
    return has_ended();
  }
  int exit_status() const { return status_ && WIFEXITED(*status_) ? WEXITSTATUS(*status_) : -1; }
  std::string error_text() const { return text_of(errors()); }

 private:
  /// Returns the handled signals, from the line `SigCgt:` in /proc; 0 while the process is still the shell.
  std::uint64_t caught_signals() const {
    auto const name = std::filesystem::path(WEFT_COMMAND).filename().string();
    std::ifstream status(fmt::format("/proc/{}/status", child_));
    bool is_command = false;
    for (std::string line; std::getline(status, line);) {
      is_command |= line == "Name:\t" + name;
      if (is_command && line.starts_with("SigCgt:")) return std::stoull(line.substr(7), nullptr, 16);
    }
    return 0;
  }
  std::filesystem::path errors() const { return scratch_.path() / "err"; }

  Scratch scratch_;
  pid_t child_ = 0;
  std::optional<int> status_;
};

/// Sends the signal after the time `after` and checks that the command ends quickly. Returns false if the
/// command ended before the signal.
bool is_interrupted(Running& command, int signal, std::chrono::milliseconds after) {
  command.wait_until_caught(signal);
  std::this_thread::sleep_for(after);
  if (command.has_ended()) {
    EXPECT_EQ(command.exit_status(), 0) << "before the signal\n" << command.error_text();
    return false;
  }
  command.send(signal);
  EXPECT_TRUE(command.wait()) << "it still runs after signal " << signal;
  EXPECT_EQ(command.exit_status(), 130) << command.error_text();
  EXPECT_TRUE(command.error_text().ends_with("weft: interrupted\n")) << command.error_text();
  return true;
}

/// Commands whose long phases are in different rooms: reading, building, routing, placing, simulating,
/// measuring and writing. Most take much longer than the test waits.
constexpr std::array long_commands{
    "deadlock torus:sides=48x48 --routing layered --long",
    "deadlock torus:sides=64x64x16 --long",
    "map torus:sides=32x32x32 --grid 128x256 --mapping best --long",
    "map torus:sides=32x32x32 --mapping local_search --long",
    "load torus:sides=32x32x32 --pattern all_to_all --mapping random --long",
    "show hypercube:dimensions=22 --exact --long",
    "show jellyfish:routers=20000,degree=16 --exact --long",
    "replay torus:sides=16x16x16 --program operation:of=all_to_all,bytes=1kB --long",
    "replay torus:sides=8x8x8 --program operation:of=all_to_all,bytes=1kB --engine flit --long",
    "simulate torus:sides=46x46x46 --engine flow --traffic permutation --long",
    "simulate torus:sides=64x64 --engine flit --traffic uniform --long",
    "simulate torus:sides=64x64x64 --messages 64 --long",
    "simulate clex:m=32,levels=4 --messages 28 --long",
    "sweep torus:sides=32x32 --long",
    "judge mesh:sides=60x60 --routing dimension_order --matchings 1000000 --long",
    "judge torus:sides=40x40 --routing layered --long",
    "collective all_to_all torus:sides=64x64 --long",
    "queue torus:sides=16x16x16 --log lublin:jobs=10000000 --load 0.8 --long",
    "balance torus:sides=64x64x64 --long",
    "universality torus:sides=128x128x128 --long",
    "schedule sparse_torus:dimensions=4,side=40 --long",
    "compare torus:sides=64x64x64 hypercube:dimensions=18 --long",
    "export torus:sides=512x512x16 --format graphml --long",
    "draw torus:sides=1024x1024 --long",
};

TEST(Interrupts, EndEveryLongPhaseQuickly) {
  if (sanitized) GTEST_SKIP() << minutes_under_sanitizers;
  constexpr std::array signals{SIGINT, SIGTERM, SIGHUP};
  constexpr std::array<std::chrono::milliseconds, 2> moments{300ms, 1200ms};
  std::size_t interrupted = 0;
  for (std::size_t i = 0; i < long_commands.size(); ++i) {
    SCOPED_TRACE(std::string("weft ") + long_commands[i]);
    Running command(long_commands[i]);
    if (is_interrupted(command, signals[i % signals.size()], moments[i % moments.size()])) ++interrupted;
  }
  EXPECT_GE(interrupted, 3 * long_commands.size() / 4) << "commands long enough for this machine";
}

/// METIS sets a SIGTERM handler while it works, simultaneously in several threads: none of them may receive
/// the signal that is sent to the process.
TEST(Interrupts, EndMetisInAnyThreadBySigterm) {
  if (sanitized) GTEST_SKIP() << minutes_under_sanitizers;
  std::size_t interrupted = 0;
  for (auto const moment : {50ms, 150ms, 250ms, 350ms, 500ms, 650ms, 800ms, 950ms}) {
    SCOPED_TRACE(moment.count());
    Running command("show frontier --exact");
    if (is_interrupted(command, SIGTERM, moment)) ++interrupted;
  }
  EXPECT_GE(interrupted, 1u);
}

TEST(Interrupts, EndTheReadingOfALongFile) {
  Scratch const scratch;
  auto const file = (scratch / "edges.txt").string();
  {
    std::ofstream out(file);
    for (int v = 0; v < 2'000'000; ++v) out << v << ' ' << v + 1 << '\n';
  }
  Running command("show file:path=" + file);
  EXPECT_TRUE(is_interrupted(command, SIGTERM, 300ms));
}

/// A pipe with a writer that never writes.
TEST(Interrupts, EndBlockedReads) {
  Scratch const scratch;
  auto const pipe = (scratch / "pipe").string();
  ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
  int const writer = open(pipe.c_str(), O_RDWR | O_CLOEXEC);
  ASSERT_GE(writer, 0);
  for (auto const& args : {"show file:path=" + pipe, "load torus:sides=4x4 --pattern matrix:file=" + pipe,
                           "replay torus:sides=4x4 --program goal:file=" + pipe, "figure " + pipe})
    for (int const signal : {SIGINT, SIGTERM}) {
      SCOPED_TRACE("weft " + args);
      Running command(args);
      command.wait_until_caught(signal);
      std::this_thread::sleep_for(500ms);
      if (command.has_ended()) {  // rejected: not a regular file
        EXPECT_EQ(command.exit_status(), 2) << command.error_text();
        continue;
      }
      EXPECT_TRUE(is_interrupted(command, signal, 0ms));
    }
  Running command("show file:path=/dev/stdin", pipe);
  EXPECT_TRUE(is_interrupted(command, SIGINT, 500ms));
  close(writer);
}

/// No process reads the output of the commands.
TEST(Interrupts, EndBlockedWrites) {
  Scratch const scratch;
  auto const pipe = (scratch / "pipe").string();
  ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
  Running opening("draw petersen -o " + pipe);
  EXPECT_TRUE(is_interrupted(opening, SIGTERM, 500ms));
  int const reader = open(pipe.c_str(), O_RDWR | O_CLOEXEC);
  ASSERT_GE(reader, 0);
  for (std::string const args : {"export torus:sides=100x100 --format edge_list",
                                 "load torus:sides=64x64 --json", "list topologies --json"}) {
    SCOPED_TRACE("weft " + args);
    Running command(args, "/dev/null", pipe);
    command.wait_until_caught(SIGINT);
    std::this_thread::sleep_for(1s);
    if (!command.has_ended()) { EXPECT_TRUE(is_interrupted(command, SIGINT, 0ms)); }
  }
  close(reader);
}

/// The temporary file of -o is removed, and the existing file is unchanged.
TEST(Interrupts, LeaveNoTemporaryFile) {
  Scratch const scratch;
  auto const file = scratch / "network.txt";
  std::ofstream(file) << "old";
  Running command("export torus:sides=512x512x16 --format edge_list --long -o " + file.string());
  for (auto const end = Clock::now() + 60s; scratch.files() < 2 && Clock::now() < end;)
    std::this_thread::sleep_for(5ms);
  EXPECT_TRUE(is_interrupted(command, SIGTERM, 0ms));
  EXPECT_EQ(scratch.files(), 1U);
  EXPECT_EQ(text_of(file), "old");
}

}  // namespace
}  // namespace weft
