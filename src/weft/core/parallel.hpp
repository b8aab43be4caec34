// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>

namespace weft {

/// Sets the number of threads of the parallel loops that this thread calls during its lifetime; 0 requests
/// the share of the cores of this rank. Results never depend on the number. The outermost caller (the
/// command, a test) sets it once; callers in other threads have their own setting.
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

/// Returns the number of threads (>= 1) of the loops below if they are called from this thread.
unsigned num_threads();

/// Calls `body(task, worker)` once for every task 0 .. tasks-1, in any order, on all threads. `worker` <
/// num_threads() selects scratch space for exclusive use by the call. If bodies throw, one of the exceptions
/// propagates to the caller. Tasks start in ascending order, one at a time; after Ctrl-C no further task
/// starts, and Interrupted is thrown in the caller. A loop called inside a body runs inline, in order, as the
/// worker of that body.
void parallel_for(std::size_t tasks, std::function<void(std::size_t task, unsigned worker)> const& body);

/// Splits [0, size) into chunks of `chunk` (the last chunk may be shorter) and calls `body(begin, end,
/// worker)` on each chunk. The chunks depend on `size` and `chunk` only, so reductions over them do not
/// depend on the number of threads.
void parallel_chunks(std::size_t size, std::size_t chunk,
                     std::function<void(std::size_t begin, std::size_t end, unsigned worker)> const& body);

}  // namespace weft
