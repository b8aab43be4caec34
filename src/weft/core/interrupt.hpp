// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <exception>

namespace weft {

/// The user pressed Ctrl-C. The command ends with status 130.
class Interrupted : public std::exception {
 public:
  char const* what() const noexcept override { return "interrupted"; }
};

/// Whether Ctrl-C was pressed while a CatchInterrupts lived. Cheap; for loops that can stop early with a
/// result.
bool interrupted() noexcept;
/// Throws Interrupted if so. Every loop that can take longer than 0.2 s calls this, or Progress::advance,
/// which does.
void throw_if_interrupted();

/// Checks for Ctrl-C on every 4096th call. For loops with many short iterations.
class InterruptCheck {
 public:
  void operator()() {
    if (++turns_ % 4096 == 0) throw_if_interrupted();
  }

 private:
  unsigned turns_ = 0;
};

/// values.resize(size) that checks for Ctrl-C between pieces: touching new memory takes up to a second per
/// gigabyte.
template <class Vector>
void resize_interruptibly(Vector& values, std::size_t size) {
  constexpr std::size_t piece = (std::size_t{1} << 24) / sizeof(typename Vector::value_type);
  values.reserve(size);
  while (values.size() < size) {
    throw_if_interrupted();
    values.resize(std::min(size, values.size() + piece));
  }
}

/// For work whose library took a SIGTERM and ended: sends it again, to those who catch that here.
void send_sigterm_again() noexcept;
/// The signal by which app/termination.hpp passes SIGTERM on, for those who catch that.
int passed_on_sigterm() noexcept;

/// While it lives, the first Ctrl-C (or SIGTERM, or the end of the terminal) stops the computation; a second
/// one ends the process. The last object to end, in any thread, restores the handlers from before the first.
/// A process that is more than this computation uses HostInterrupts.
class CatchInterrupts {
 public:
  CatchInterrupts();
  ~CatchInterrupts();
  CatchInterrupts(CatchInterrupts const&) = delete;
  CatchInterrupts& operator=(CatchInterrupts const&) = delete;
};

}  // namespace weft
