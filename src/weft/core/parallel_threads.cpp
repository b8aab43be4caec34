// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <system_error>
#include <thread>
#include <vector>

#include "weft/core/parallel_backend.hpp"

namespace weft::detail {

void* limit_threads(unsigned) { return nullptr; }

void release_limit(void*) {}

void run_workers(unsigned workers, std::function<void(unsigned)> const& work) {
  workers = std::min(workers, max_startable_threads());
  unsigned started = 1;
  std::vector<std::jthread> threads;
  threads.reserve(workers - 1);
  try {
    for (; started < workers; ++started) threads.emplace_back([&work, worker = started] { work(worker); });
  } catch (std::system_error const&) {
    for (unsigned worker = started; worker < workers; ++worker) work(worker);
  }
  work(0);
}

}  // namespace weft::detail
