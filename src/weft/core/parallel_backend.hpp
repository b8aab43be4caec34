// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <functional>

/// What runs the loops of parallel.hpp: parallel_tbb.cpp (oneTBB), parallel_threads.cpp (std::thread, for
/// ThreadSanitizer, which Debian's uninstrumented libtbb would deceive) or parallel_inline.cpp (the caller,
/// where there are no threads). CMake chooses one.
namespace weft::detail {

/// Allows `threads` threads until release_limit; of limits that live together, the largest counts.
void* limit_threads(unsigned threads);
void release_limit(void* limit);

/// Calls `work(0)` from this thread and, at most once each, `work(1)` to `work(workers - 1)` from other
/// threads, if they start before `work(0)` returns. `work` must not throw, and must complete all tasks before
/// it returns. Returns after the last call.
void run_together(unsigned workers, std::function<void(unsigned)> const& work);

/// How many threads can run together, >= 1. Each needs a stack, so a limit of the memory of this process
/// (`ulimit -v`) bounds them: the first call tries. Without a limit there is no bound.
unsigned threads_that_start();

/// The cores that this process may use: those that it is bound to, at most its share of the node's; >= 1.
unsigned usable_cores();

}  // namespace weft::detail

namespace weft {

/// Collective. A parallel_for over this rank's tasks, every num_ranks()-th. The caller combines the results
/// of all ranks. An InputError of a body reaches the callers on all ranks.
void shared_parallel_for(std::size_t tasks,
                         std::function<void(std::size_t task, unsigned worker)> const& body);
/// How many of the tasks are this rank's.
std::size_t num_shared_tasks(std::size_t tasks);

}  // namespace weft
