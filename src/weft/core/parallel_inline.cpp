// SPDX-License-Identifier: Apache-2.0
#include "weft/core/parallel_backend.hpp"

namespace weft::detail {

void* limit_threads(unsigned) { return nullptr; }

void release_limit(void*) {}

void run_workers(unsigned workers, std::function<void(unsigned)> const& work) {
  for (unsigned worker = 0; worker < workers; ++worker) work(worker);
}

}  // namespace weft::detail
