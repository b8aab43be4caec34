// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>

namespace weft {

/// The number of threads of the parallel loops that this thread calls while the object lives. 0 asks for this
/// rank's share of the cores. Results never depend on it. The caller at the boundary (the command, a test)
/// sets it once; callers in other threads have their own.
class Threads {
 public:
  explicit Threads(unsigned count);
  ~Threads();
  Threads(Threads const&) = delete;
  Threads& operator=(Threads const&) = delete;

 private:
  unsigned previous_;
  void* limit_;
};

/// The number of threads that the loops below use when called from here (>= 1).
unsigned num_threads();

/// Calls `body(task, worker)` once for every task 0 .. tasks-1, in any order, on all threads. `worker` <
/// num_threads() names the scratch space that the call may use alone. If bodies throw, one exception reaches
/// the caller. Tasks start in ascending order, one at a time; after Ctrl-C none starts, and the caller gets
/// Interrupted. A loop called from inside a body runs inline, in order, as the worker of that body.
void parallel_for(std::size_t tasks, std::function<void(std::size_t task, unsigned worker)> const& body);

/// Splits [0, size) into chunks of `chunk` (the last may be shorter) and calls `body(begin, end, worker)` on
/// each. The chunks depend on `size` and `chunk` alone, so reductions over them are the same on any number of
/// threads.
void parallel_chunks(std::size_t size, std::size_t chunk,
                     std::function<void(std::size_t begin, std::size_t end, unsigned worker)> const& body);

}  // namespace weft
