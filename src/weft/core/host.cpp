#include <algorithm>
#include <array>
#include <fstream>
#include <thread>

#include <fmt/format.h>
#include <sched.h>
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

unsigned detail::usable_cores() {
  unsigned cores = std::thread::hardware_concurrency() / num_ranks_of_node();
  cpu_set_t bound;
  if (sched_getaffinity(0, sizeof bound, &bound) == 0)
    cores = std::min(cores, static_cast<unsigned>(CPU_COUNT(&bound)));
  return std::max(1u, cores);
}

}  // namespace weft
