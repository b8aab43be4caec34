// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <atomic>
#include <cstdint>
#include <deque>
#include <exception>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <vector>

#include <tbb/global_control.h>
#include <tbb/task_arena.h>

#include "weft/core/parallel_backend.hpp"

namespace weft::detail {
namespace {

/// The live limits. TBB applies the minimum of its limits and warns if a loop requests more. It therefore
/// receives a single limit, the maximum of the live limits, and each loop limits itself.
class Limits {
 public:
  void add(unsigned threads) {
    std::lock_guard const lock(mutex_);
    living_.insert(threads);
    adapt();
  }
  void remove(unsigned threads) {
    std::lock_guard const lock(mutex_);
    living_.erase(living_.find(threads));
    adapt();
  }

 private:
  void adapt() {
    auto const largest = living_.empty() ? 0 : *living_.rbegin();
    if (largest == allowed_) return;
    allowed_ = largest;
    control_.reset();
    if (largest > 0) control_.emplace(tbb::global_control::max_allowed_parallelism, largest);
  }

  std::mutex mutex_;
  std::multiset<unsigned> living_;
  unsigned allowed_ = 0;
  std::optional<tbb::global_control> control_;
};

Limits& limits() {
  static Limits all;
  return all;
}

/// The workers of a loop, other than its caller. Workers that arrive after the caller has found no remaining
/// task do not enter, so the caller never waits for a thread that did not start or for a task for which TBB
/// had no memory. An object serves successive loops, identified by number, and is never destroyed, because a
/// late task still refers to it.
class Helpers {
 public:
  /// Returns the number of the loop that workers may currently enter.
  std::uint64_t loop() const { return state_.load() >> bits; }
  bool enter(std::uint64_t loop) {
    auto state = state_.load();
    do {
      if (state >> bits != loop) return false;
    } while (!state_.compare_exchange_weak(state, state + 1));
    return true;
  }
  void leave() {
    if (inside(state_.fetch_sub(1)) == 1) state_.notify_one();
  }
  /// Ends the loop. Returns when no worker is inside the loop.
  void close() {
    constexpr auto one_loop = std::uint64_t{1} << bits;
    for (auto state = state_.fetch_add(one_loop) + one_loop; inside(state) != 0; state = state_.load())
      state_.wait(state);
  }

 private:
  static constexpr unsigned bits = 16;  // number of bits of the helper count
  static std::uint64_t inside(std::uint64_t state) { return state & ((std::uint64_t{1} << bits) - 1); }
  std::atomic<std::uint64_t> state_{0};  // the loop number, and the number of workers inside
};

/// Idle Helpers.
class Pool {
 public:
  Helpers* take() {
    std::lock_guard const lock(mutex_);
    if (free_.empty()) free_.push_back(&all_.emplace_back());
    auto* const one = free_.back();
    free_.pop_back();
    return one;
  }
  void release(Helpers* one) {
    std::lock_guard const lock(mutex_);
    free_.push_back(one);
  }

 private:
  std::mutex mutex_;
  std::deque<Helpers> all_;
  std::vector<Helpers*> free_;
};

/// Returns the pool of helpers, which is never destroyed, because a late task may arrive during exit.
Pool& helpers_of_loops() {
  static auto& pool = *new Pool;
  return pool;
}

/// Returns the arena for loops of `workers` threads, including the caller. Arenas are never destroyed: TBB
/// drops and leaks the late tasks of a destroyed arena, and workers may be inside an arena at exit.
tbb::task_arena& arena_of(unsigned workers) {
  static std::mutex mutex;
  static auto& arenas = *new std::map<unsigned, tbb::task_arena>;
  std::lock_guard const lock(mutex);
  return arenas.try_emplace(workers, static_cast<int>(workers)).first->second;
}

}  // namespace

void* limit_threads(unsigned threads) {
  limits().add(threads);
  return new unsigned(threads);
}

void release_limit(void* limit) {
  std::unique_ptr<unsigned> const threads(static_cast<unsigned*>(limit));
  limits().remove(*threads);
}

void run_workers(unsigned workers, std::function<void(unsigned)> const& work) {
  workers = std::min(workers, max_startable_threads());
  if (workers == 1) return work(0);
  auto* const helpers = helpers_of_loops().take();
  try {
    auto& arena = arena_of(workers);
    for (unsigned worker = 1; worker < workers; ++worker) {
      arena.enqueue([helpers, loop = helpers->loop(), &work, worker] {
        if (!helpers->enter(loop)) return;
        work(worker);
        helpers->leave();
      });
    }
  } catch (std::exception const&) {  // TBB has no memory for more tasks; `work` does not throw
  }
  work(0);
  helpers->close();
  helpers_of_loops().release(helpers);
}

}  // namespace weft::detail
