// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <exception>

namespace weft {

/// Thrown after Ctrl-C. The command ends with status 130.
class Interrupted : public std::exception {
 public:
  char const* what() const noexcept override { return "interrupted"; }
};

/// Returns whether Ctrl-C was pressed during the lifetime of an InterruptGuard. Cheap; for loops that can
/// stop early with a partial result.
bool interrupted() noexcept;
/// Throws Interrupted if interrupted(). Every loop that can run longer than 0.2 s calls this, or
/// Progress::advance, which calls it.
void throw_if_interrupted();

/// Checks for Ctrl-C on every 4096th call, for loops with many short iterations.
class InterruptCheck {
 public:
  void operator()() {
    if (++turns_ % 4096 == 0) throw_if_interrupted();
  }

 private:
  unsigned turns_ = 0;
};

/// Calls values.resize(size) in pieces and checks for Ctrl-C between them, because the first access to new
/// memory takes up to a second per gigabyte.
template <class Vector>
void resize_interruptibly(Vector& values, std::size_t size) {
  constexpr std::size_t piece = (std::size_t{1} << 24) / sizeof(typename Vector::value_type);
  values.reserve(size);
  while (values.size() < size) {
    throw_if_interrupted();
    values.resize(std::min(size, values.size() + piece));
  }
}

/// Raises SIGTERM again after a library consumed the signal, for the handlers of an InterruptGuard.
void send_sigterm_again() noexcept;
/// Returns the signal with which app/termination.hpp forwards SIGTERM to an InterruptGuard.
int forwarded_sigterm() noexcept;

/// Stops the computation, during the lifetime of the object, at the first Ctrl-C (or SIGTERM, or hangup of
/// the terminal); a second Ctrl-C ends the process. The last object destroyed, in any thread, restores the
/// handlers that were installed before the first. Processes that host other computations use HostInterrupts.
class InterruptGuard {
 public:
  InterruptGuard();
  ~InterruptGuard();
  InterruptGuard(InterruptGuard const&) = delete;
  InterruptGuard& operator=(InterruptGuard const&) = delete;
};

}  // namespace weft
