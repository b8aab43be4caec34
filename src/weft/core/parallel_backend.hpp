#pragma once

#include <functional>

/// What runs the loops of parallel.hpp: parallel_tbb.cpp (oneTBB), parallel_threads.cpp (std::thread, for
/// ThreadSanitizer, which Debian's uninstrumented libtbb would deceive) or parallel_inline.cpp (the caller,
/// where there are no threads). CMake chooses one.
namespace weft::detail {

/// Allows that many threads until release_limit; of limits that live together, the largest counts.
void* limit_threads(unsigned threads);
void release_limit(void* limit);

/// Gives each number below `workers` to one call of `work`, which does not throw, or each below a smaller number
/// where fewer threads start. The calls run together, on a thread each. Returns after the last of them.
void run_together(unsigned workers, std::function<void(unsigned)> const& work);

/// How many threads can run at once where the memory of this process is limited (`ulimit -v`), by a trial on the
/// first call: each thread needs a stack. No bound where it is not limited. >= 1.
unsigned threads_that_start();

/// The cores that this process may use: those that it is bound to, at most its share of the node's; >= 1.
unsigned usable_cores();

}  // namespace weft::detail
