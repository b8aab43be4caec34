// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <chrono>
#include <functional>

namespace weft {

/// Makes the process end with status 130 at most 0.3 s after the first Ctrl-C, SIGTERM or SIGHUP that a
/// InterruptGuard catches, even if it is waiting for a file or a pipe, or a computation does not check for
/// interrupts. Removes temporary paths (core/temporary_path.hpp). For the command only, not for a library in
/// the process of another program.
void enable_interrupt_deadline();
/// Declares that the command itself reports the interrupt, so that an end at the deadline prints no message.
void mark_interrupt_reported();

/// Suspends the deadline for interrupts during its lifetime, for a server that shuts down in an orderly way.
class NoInterruptDeadline {
 public:
  NoInterruptDeadline();
  ~NoInterruptDeadline();
  NoInterruptDeadline(NoInterruptDeadline const&) = delete;
  NoInterruptDeadline& operator=(NoInterruptDeadline const&) = delete;
};

/// Marks a computation inside a host that has its own signal handlers, such as an interpreter. During its
/// lifetime, the host retains its handlers and can stop the computation of this thread. Objects can be
/// nested.
class HostInterrupts {
 public:
  /// A callback that returns whether the computation should stop. Called on the computing thread about every
  /// 20 ms; must not throw.
  using ShouldStop = std::function<bool()>;

  /// Installs `should_stop`, which may be empty. `stops_at_sigint`: Ctrl-C stops the computations of all
  /// threads and then calls the handler of the host.
  HostInterrupts(ShouldStop should_stop, bool stops_at_sigint);
  ~HostInterrupts();
  HostInterrupts(HostInterrupts const&) = delete;
  HostInterrupts& operator=(HostInterrupts const&) = delete;

  /// Returns whether this computation should stop. Cheap.
  bool should_stop() noexcept;

 private:
  ShouldStop should_stop_;
  HostInterrupts* outer_;
  std::chrono::steady_clock::time_point last_;
};

/// Stops the computation, like the first Ctrl-C during the lifetime of an InterruptGuard. For programs that
/// implement their own shutdown. May be called in a signal handler.
void request_interrupt() noexcept;

/// Returns the signals that an InterruptGuard catches: SIGINT (Ctrl-C), SIGTERM, SIGTERM as forwarded by
/// app/termination.hpp, and SIGHUP (hangup of the terminal).
std::array<int, 4> ending_signals() noexcept;

}  // namespace weft
