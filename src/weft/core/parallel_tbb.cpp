#include <tbb/blocked_range.h>
#include <tbb/global_control.h>
#include <tbb/parallel_for.h>
#include <tbb/partitioner.h>
#include <tbb/task_arena.h>

#include "weft/core/parallel_backend.hpp"

namespace weft::detail {

void* limit_threads(unsigned threads) {
  return new tbb::global_control(tbb::global_control::max_allowed_parallelism, threads);
}

void release_limit(void* limit) { delete static_cast<tbb::global_control*>(limit); }

void run_together(unsigned workers, std::function<void(unsigned)> const& work) {
  tbb::task_arena arena(static_cast<int>(workers));
  arena.execute([&] {
    tbb::parallel_for(
        tbb::blocked_range<unsigned>(0, workers, 1),
        [&](tbb::blocked_range<unsigned> const& range) {
          for (unsigned worker = range.begin(); worker != range.end(); ++worker) work(worker);
        },
        tbb::simple_partitioner{});
  });
}

}  // namespace weft::detail
