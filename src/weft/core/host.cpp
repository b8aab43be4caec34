// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <fstream>
#include <thread>
#include <vector>

#include <fmt/format.h>
#include <sched.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

#include "weft/core/parallel_backend.hpp"
#include "weft/core/ranks.hpp"
#include "weft/core/result.hpp"

namespace weft {
namespace {

std::string processor_name() {
  std::ifstream info("/proc/cpuinfo");
  for (std::string line; std::getline(info, line);)
    if (line.starts_with("model name"))
      if (std::size_t const colon = line.find(": "); colon != std::string::npos)
        return line.substr(colon + 2);
  return "unknown processor";
}

}  // namespace

std::string describe_host() {
  std::array<char, 256> name{};
  if (gethostname(name.data(), name.size() - 1) != 0) return "unknown host";
  auto const ranks = num_ranks() > 1 ? fmt::format(", {} ranks", num_ranks()) : "";
  return fmt::format("{} ({}, {} cores{})", name.data(), processor_name(),
                     std::thread::hardware_concurrency(), ranks);
}

unsigned detail::max_startable_threads() {
  static unsigned const maximum = [] {
    constexpr unsigned enough = 1024;
    rlimit limit{};
    if (getrlimit(RLIMIT_AS, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) return ~0U;
    // Per-thread memory: the stack, and a heap arena for its allocations.
    constexpr std::size_t stack = std::size_t{8} << 20, heap = std::size_t{64} << 20;
    std::vector<void*> room;
    while (room.size() < enough) {
      void* const piece =
          mmap(nullptr, stack + heap, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
      if (piece == MAP_FAILED) break;
      room.push_back(piece);
    }
    for (auto* const piece : room) munmap(piece, stack + heap);
    // The other half of the remaining memory is reserved for the data of the threads.
    return 1 + static_cast<unsigned>(room.size() / 2);
  }();
  return maximum;
}

unsigned detail::usable_cores() {
  unsigned cores = std::thread::hardware_concurrency() / num_ranks_of_node();
  cpu_set_t bound;
  if (sched_getaffinity(0, sizeof bound, &bound) == 0)
    cores = std::min(cores, static_cast<unsigned>(CPU_COUNT(&bound)));
  return std::max(1u, cores);
}

}  // namespace weft
