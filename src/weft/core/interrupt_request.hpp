// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <chrono>
#include <functional>

namespace weft {

/// From now on, the process ends with status 130 at most 0.3 s after the first Ctrl-C, SIGTERM or SIGHUP that
/// a CatchInterrupts catches, even while it waits for a file or a pipe or a computation does not check.
/// Temporary paths (core/temporary_path.hpp) are removed. For the command; not for a library, whose process
/// belongs to another program.
void end_soon_after_interrupt();
/// The command reports its end itself: an end at the deadline prints nothing more.
void interrupt_is_reported();

/// While it lives, interrupts have no deadline: for a server, which shuts down in order.
class NoInterruptDeadline {
 public:
  NoInterruptDeadline();
  ~NoInterruptDeadline();
  NoInterruptDeadline(NoInterruptDeadline const&) = delete;
  NoInterruptDeadline& operator=(NoInterruptDeadline const&) = delete;
};

/// A computation for a host that has its own signal handlers, such as an interpreter. While the object lives,
/// the host keeps its handlers and can stop the computation of this thread. Such objects nest.
class HostInterrupts {
 public:
  /// Returns whether the computation should stop. Called on this thread, about every 20 ms. Must not throw.
  using Ask = std::function<bool()>;

  /// `ask`: may be empty. `stops_at_sigint`: Ctrl-C stops the computations of all threads, and then calls the
  /// handler of the host.
  HostInterrupts(Ask ask, bool stops_at_sigint);
  ~HostInterrupts();
  HostInterrupts(HostInterrupts const&) = delete;
  HostInterrupts& operator=(HostInterrupts const&) = delete;

  /// Returns whether this computation should stop. Cheap.
  bool asked_to_stop() noexcept;

 private:
  Ask ask_;
  HostInterrupts* outer_;
  std::chrono::steady_clock::time_point last_;
};

/// Stops the computation as the first Ctrl-C does while a CatchInterrupts lives. For programs with their own
/// end. A signal handler may call this.
void request_interrupt() noexcept;

/// The signals that a CatchInterrupts catches: Ctrl-C, SIGTERM, SIGTERM as app/termination.hpp passes it on,
/// and the end of the terminal (SIGHUP).
std::array<int, 4> ending_signals() noexcept;

}  // namespace weft
