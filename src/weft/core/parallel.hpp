// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>

namespace weft {

/// Sets the number of threads of the parallel loops that this thread calls during its lifetime. 0 requests
/// this rank's share of the cores. Results never depend on it. The outermost caller (the command, a test)
/// sets it once; callers in other threads have their own setting.
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

/// Returns the number of threads that the loops below use when called from this thread (>= 1).
unsigned num_threads();

/// Calls `body(task, worker)` once for every task 0 .. tasks-1, in any order, on all threads. `worker` <
/// num_threads() selects scratch space for exclusive use by the call. If bodies throw, one exception
/// propagates to the caller. Tasks start in ascending order, one at a time; after Ctrl-C no further task
/// starts, and the caller receives Interrupted. A loop called inside a body runs inline, in order, as the
/// worker of that body.
void parallel_for(std::size_t tasks, std::function<void(std::size_t task, unsigned worker)> const& body);

/// Splits [0, size) into chunks of `chunk` (the last may be shorter) and calls `body(begin, end, worker)` on
/// each. The chunks depend on `size` and `chunk` only, so reductions over them do not depend on the number of
/// threads.
void parallel_chunks(std::size_t size, std::size_t chunk,
                     std::function<void(std::size_t begin, std::size_t end, unsigned worker)> const& body);

}  // namespace weft
