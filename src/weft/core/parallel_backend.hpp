// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <functional>

/// Backend of the loops of parallel.hpp: parallel_tbb.cpp (oneTBB), parallel_threads.cpp (std::thread, for
/// ThreadSanitizer, which Debian's uninstrumented libtbb would mislead) or parallel_inline.cpp (the calling
/// thread only). Selected by CMake.
namespace weft::detail {

/// Allows `threads` threads until release_limit. The largest active limit applies.
void* limit_threads(unsigned threads);
void release_limit(void* limit);

/// Calls `work(0)` from this thread and each of `work(1)` to `work(workers - 1)` at most once from other
/// threads, provided that they start before `work(0)` returns. `work` must not throw, and must complete all
/// tasks before it returns. Returns after the last call.
void run_workers(unsigned workers, std::function<void(unsigned)> const& work);

/// Returns the number of threads that can run simultaneously, >= 1. Each thread needs a stack, so a limit on
/// the memory of this process (`ulimit -v`) bounds the number, which the first call measures by trial. If
/// there is no limit, the number is unbounded.
unsigned max_startable_threads();

/// Returns the number of cores, >= 1, that this process may use: the cores of its affinity mask, at most its
/// share of the node.
unsigned usable_cores();

}  // namespace weft::detail

namespace weft {

/// Executes a parallel_for over the tasks of this rank, every num_ranks()-th task. The caller combines the
/// results of all ranks. An InputError of a body propagates to the callers on all ranks. Collective.
void shared_parallel_for(std::size_t tasks,
                         std::function<void(std::size_t task, unsigned worker)> const& body);
/// Returns the number of tasks of this rank.
std::size_t num_shared_tasks(std::size_t tasks);

}  // namespace weft
