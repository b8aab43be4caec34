#include <algorithm>
#include <atomic>
#include <cstdint>
#include <exception>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>

#include <tbb/global_control.h>
#include <tbb/task_arena.h>

#include "weft/core/parallel_backend.hpp"

namespace weft::detail {
namespace {

/// The limits that live. TBB applies the minimum of its limits, and warns where a loop wants more. So it gets
/// only one limit, the largest of these, and each loop limits itself.
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

/// Who works on one loop besides its caller. Those who come after the caller has found nothing left to do stay
/// out, so the caller never waits for a thread that did not start or a task for which TBB had no memory.
class Helpers {
 public:
  bool enter() {
    auto state = state_.load();
    do {
      if (state & closed) return false;
    } while (!state_.compare_exchange_weak(state, state + 1));
    return true;
  }
  void leave() {
    if (state_.fetch_sub(1) == (closed | 1)) state_.notify_one();
  }
  void close() {
    for (auto state = state_.fetch_or(closed) | closed; state != closed; state = state_.load())
      state_.wait(state);
  }

 private:
  static constexpr std::uint32_t closed = 1u << 31;
  std::atomic<std::uint32_t> state_{0};  // how many are inside
};

/// The arena of the loops of so many workers, one of which is their caller. It stays: TBB would drop, and leak,
/// a task in it that comes too late for its loop. It has no destructor: workers may be inside at the end.
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

void run_together(unsigned workers, std::function<void(unsigned)> const& work) {
  workers = std::min(workers, threads_that_start());
  if (workers == 1) return work(0);
  auto const helpers = std::make_shared<Helpers>();
  try {
    auto& arena = arena_of(workers);
    for (unsigned worker = 1; worker < workers; ++worker) {
      arena.enqueue([helpers, &work, worker] {
        if (!helpers->enter()) return;
        work(worker);
        helpers->leave();
      });
    }
  } catch (std::exception const&) {  // of the library, which has no memory for more: `work` does not throw
  }
  work(0);
  helpers->close();
}

}  // namespace weft::detail
