// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <functional>

/// Backend of the loops of parallel.hpp: parallel_tbb.cpp (oneTBB), parallel_threads.cpp (std::thread, for
/// ThreadSanitizer, which Debian's uninstrumented libtbb would mislead) or parallel_inline.cpp (the calling
/// thread only). CMake selects one.
namespace weft::detail {

/// Allows `threads` threads until release_limit; the largest live limit applies.
void* limit_threads(unsigned threads);
void release_limit(void* limit);

/// Calls `work(0)` from this thread and each of `work(1)` to `work(workers - 1)` at most once from other
/// threads, if they start before `work(0)` returns. `work` must not throw, and must complete all tasks before
/// it returns. Returns after the last call.
void run_workers(unsigned workers, std::function<void(unsigned)> const& work);

/// Returns the number of threads that can run simultaneously, >= 1. Each needs a stack, so a limit of the
/// memory of this process (`ulimit -v`) bounds them: the first call measures it by trial. Without a limit
/// there is no bound.
unsigned max_startable_threads();

/// Returns the number of cores that this process may use: its affinity mask, at most its share of the node;
/// >= 1.
unsigned usable_cores();

}  // namespace weft::detail

namespace weft {

/// Collective. A parallel_for over this rank's tasks, every num_ranks()-th. The caller combines the results
/// of all ranks. An InputError of a body propagates to the callers on all ranks.
void shared_parallel_for(std::size_t tasks,
                         std::function<void(std::size_t task, unsigned worker)> const& body);
/// Returns the number of this rank's tasks.
std::size_t num_shared_tasks(std::size_t tasks);

}  // namespace weft
