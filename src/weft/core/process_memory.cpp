// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <fstream>
#include <string>

#include <sys/resource.h>
#include <unistd.h>

#include "weft/core/memory.hpp"
#include "weft/core/ranks.hpp"

namespace weft {
namespace {

std::uint64_t machine_memory() {
  return static_cast<std::uint64_t>(sysconf(_SC_PHYS_PAGES)) *
         static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
}

/// Returns the limit in a file; unlimited if the file does not contain a number, as in "max".
std::uint64_t limit_in(char const* file) {
  std::uint64_t limit = 0;
  return std::ifstream(file) >> limit ? limit : ~std::uint64_t{0};
}

/// Returns the size of a cache of the first core as reported by Linux: a number of KiB with the letter K.
std::uint64_t cache_of_level(int requested) {
  for (int index = 0; index < 8; ++index) {
    auto const path = "/sys/devices/system/cpu/cpu0/cache/index" + std::to_string(index);
    int level = 0;
    std::uint64_t kib = 0;
    if (!(std::ifstream(path + "/level") >> level)) return 0;
    if (level == requested && std::ifstream(path + "/size") >> kib) return kib << 10;
  }
  return 0;
}

std::uint64_t address_space() {
  rlimit limit{};
  bool const limited = getrlimit(RLIMIT_AS, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY;
  return limited ? limit.rlim_cur : ~std::uint64_t{0};
}

}  // namespace

std::uint64_t usable_memory() {
  auto const of_all = std::min({machine_memory(), limit_in("/sys/fs/cgroup/memory.max"),
                                limit_in("/sys/fs/cgroup/memory/memory.limit_in_bytes")});
  return std::min(of_all / num_ranks_of_node(), address_space());
}

std::uint64_t l2_cache_size() {
  static auto const bytes = cache_of_level(2);
  return bytes > 0 ? bytes : std::uint64_t{1} << 20;
}

std::uint64_t peak_memory() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<std::uint64_t>(usage.ru_maxrss) * 1024;
}

}  // namespace weft
