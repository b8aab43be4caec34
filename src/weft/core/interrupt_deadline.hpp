#pragma once

namespace weft {

/// From now on, the process ends with status 130 at most 0.3 s after the first Ctrl-C, SIGTERM or SIGHUP that a
/// CatchInterrupts catches: also where it waits for a file or for a pipe, and where a computation does not look.
/// Temporary paths (core/temporary_path.hpp) are removed. For the command, which is the process; not for a
/// library, whose process belongs to a program.
void end_soon_after_interrupt();
/// The command reports how it ends: an end at the deadline prints nothing more.
void interrupt_is_reported();

/// While it lives, an interrupt has no deadline: for a server, which stops by itself and in order.
class NoInterruptDeadline {
 public:
  NoInterruptDeadline();
  ~NoInterruptDeadline();
  NoInterruptDeadline(NoInterruptDeadline const&) = delete;
  NoInterruptDeadline& operator=(NoInterruptDeadline const&) = delete;
};

}  // namespace weft
