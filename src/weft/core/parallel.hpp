#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>

namespace weft {

/// How many threads the parallel loops of this process use. 0 asks for all cores. Results never depend on it.
/// Set once, by the caller at the boundary (the command, a test).
class Threads {
 public:
  explicit Threads(unsigned count);  ///< limits the loops run while this object lives
  ~Threads();
  Threads(Threads const&) = delete;
  Threads& operator=(Threads const&) = delete;

 private:
  unsigned previous_;
  void* limit_;
};

/// Threads that the loops below use now (>= 1).
unsigned num_threads();

/// Calls `body(task, worker)` once for every task 0 .. tasks-1, in any order, on all threads; `worker` < num_threads()
/// names the scratch space the call may use alone. Exceptions of a body reach the caller (one of them).
/// Tasks are handed out in ascending order, one at a time. A loop called from inside a body runs inline, in order, as the
/// worker of that body.
void parallel_for(std::size_t tasks, std::function<void(std::size_t task, unsigned worker)> const& body);

/// Splits [0, size) into chunks of `chunk` (the last may be shorter) and calls `body(begin, end, worker)` on each.
/// The chunks depend on `size` and `chunk` alone, so reductions over them are the same on any number of threads.
void parallel_chunks(std::size_t size, std::size_t chunk,
                     std::function<void(std::size_t begin, std::size_t end, unsigned worker)> const& body);

}  // namespace weft
