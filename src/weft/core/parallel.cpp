// SPDX-License-Identifier: Apache-2.0
#include "weft/core/parallel.hpp"

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#include <utility>

#include "weft/core/interrupt.hpp"
#include "weft/core/parallel_backend.hpp"
#include "weft/core/progress.hpp"
#include "weft/core/ranks.hpp"

namespace weft {
namespace {

/// Number of threads of the loops that this thread calls; 0: all cores. Workers inherit the number from the
/// caller of their loop.
thread_local unsigned threads_of_this_thread = 0;

/// Worker number of this thread inside a parallel loop, or -1. Loops called inside a body run inline, as this
/// worker.
thread_local int worker_of_this_thread = -1;

/// The tasks of one loop, shared by its workers.
class Tasks {
 public:
  Tasks(std::size_t count, std::function<void(std::size_t, unsigned)> const& body)
      : count_(count), body_(body) {}

  void work(unsigned worker) noexcept {
    int const outer = std::exchange(worker_of_this_thread, static_cast<int>(worker));
    unsigned const threads = std::exchange(threads_of_this_thread, threads_);
    SingleRankScope const inside_of_loop;
    ProgressOfThread const nobody(no_progress());
    try {
      for (std::size_t task; !failed_ && (task = next_.fetch_add(1)) < count_;) {
        throw_if_interrupted();
        body_(task, worker);
      }
    } catch (...) {
      std::lock_guard const lock(mutex_);
      if (!failure_) failure_ = std::current_exception();
      failed_ = true;
    }
    worker_of_this_thread = outer;
    threads_of_this_thread = threads;
  }

  void rethrow_failure() const {
    if (failure_) std::rethrow_exception(failure_);
  }

 private:
  std::size_t const count_;
  unsigned const threads_ = threads_of_this_thread;
  std::function<void(std::size_t, unsigned)> const& body_;
  std::atomic<std::size_t> next_{0};
  std::atomic<bool> failed_{false};
  std::mutex mutex_;
  std::exception_ptr failure_;
};

}  // namespace

Threads::Threads(unsigned count)
    : previous_(std::exchange(threads_of_this_thread, count == 0 ? detail::usable_cores() : count)),
      limit_(detail::limit_threads(threads_of_this_thread)) {}

Threads::~Threads() {
  detail::release_limit(limit_);
  threads_of_this_thread = previous_;
}

unsigned num_threads() {
  return threads_of_this_thread == 0 ? detail::usable_cores() : threads_of_this_thread;
}

void parallel_for(std::size_t tasks, std::function<void(std::size_t task, unsigned worker)> const& body) {
  if (int const worker = worker_of_this_thread; worker >= 0) {
    for (std::size_t task = 0; task < tasks; ++task) {
      throw_if_interrupted();
      body(task, static_cast<unsigned>(worker));
    }
    return;
  }
  Tasks shared(tasks, body);
  auto const workers = static_cast<unsigned>(std::min<std::size_t>(num_threads(), tasks));
  if (workers == 1) shared.work(0);
  if (workers > 1) detail::run_workers(workers, [&](unsigned worker) { shared.work(worker); });
  shared.rethrow_failure();
}

void parallel_chunks(std::size_t size, std::size_t chunk,
                     std::function<void(std::size_t begin, std::size_t end, unsigned worker)> const& body) {
  chunk = std::max<std::size_t>(chunk, 1);
  parallel_for(size / chunk + (size % chunk != 0), [&](std::size_t task, unsigned worker) {
    std::size_t const begin = task * chunk;
    body(begin, begin + std::min(chunk, size - begin), worker);
  });
}

}  // namespace weft
