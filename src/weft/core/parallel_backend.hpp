#pragma once

#include <functional>

/// What a backend of parallel.hpp answers; private to it. One backend is compiled: oneTBB (WEFT_PARALLEL_TBB) or plain
/// std::thread (for ThreadSanitizer, which Debian's uninstrumented libtbb would deceive).
namespace weft::parallel_backend {

/// Allows `threads` threads until released.
void* limit_threads(unsigned threads);
void release_limit(void* limit);

/// Calls work(0) .. work(workers - 1), each once, together on up to `workers` threads, and returns when all have
/// returned. `work` does not throw.
void run_together(unsigned workers, std::function<void(unsigned)> const& work);

}  // namespace weft::parallel_backend
