#pragma once

#include <exception>

namespace weft {

/// The user pressed Ctrl-C. The command ends with status 130.
class Interrupted : public std::exception {
 public:
  char const* what() const noexcept override { return "interrupted"; }
};

/// Whether Ctrl-C was pressed while a CatchInterrupts lived. Cheap; for loops that can stop early with a result.
bool interrupted() noexcept;
/// Throws Interrupted if so. Every loop that can take longer than 0.2 s calls this, or Progress::advance, which does.
void throw_if_interrupted();

/// While it lives, the first Ctrl-C (or SIGTERM) asks the computation to stop; a second one ends the process at once.
/// The last one to end, of any thread, restores the signal handlers from before the first.
class CatchInterrupts {
 public:
  CatchInterrupts();
  ~CatchInterrupts();
  CatchInterrupts(CatchInterrupts const&) = delete;
  CatchInterrupts& operator=(CatchInterrupts const&) = delete;
};

}  // namespace weft
