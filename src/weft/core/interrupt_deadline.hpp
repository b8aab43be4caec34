#pragma once

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

}  // namespace weft
