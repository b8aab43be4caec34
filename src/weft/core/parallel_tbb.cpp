#include <algorithm>
#include <exception>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string>

#include <tbb/blocked_range.h>
#include <tbb/global_control.h>
#include <tbb/parallel_for.h>
#include <tbb/partitioner.h>
#include <tbb/task_arena.h>

#include "weft/core/error.hpp"
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
  try {
    tbb::task_arena arena(static_cast<int>(workers));
    arena.execute([&] {
      tbb::parallel_for(
          tbb::blocked_range<unsigned>(0, workers, 1),
          [&](tbb::blocked_range<unsigned> const& range) {
            for (unsigned worker = range.begin(); worker != range.end(); ++worker) work(worker);
          },
          tbb::simple_partitioner{});
    });
  } catch (std::exception const& error) {  // of the library: `work` does not throw
    throw InputError("cannot start " + std::to_string(workers) + " threads", error.what(),
                     "give fewer --threads");
  }
}

}  // namespace weft::detail
