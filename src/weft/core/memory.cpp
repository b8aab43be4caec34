#include "weft/core/memory.hpp"

#include <algorithm>
#include <fstream>

#include <fmt/format.h>
#include <sys/resource.h>
#include <unistd.h>

#include "weft/core/error.hpp"
#include "weft/core/ranks.hpp"

namespace weft {
namespace {

std::string gigabytes(std::uint64_t bytes) {
  return fmt::format("{:.3g} GB", static_cast<double>(bytes) / 1e9);
}

std::uint64_t machine_memory() {
  return static_cast<std::uint64_t>(sysconf(_SC_PHYS_PAGES)) *
         static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
}

/// The number in a file; all there is if the file has none, such as "max".
std::uint64_t limit_in(char const* file) {
  std::uint64_t limit = 0;
  return std::ifstream(file) >> limit ? limit : ~std::uint64_t{0};
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

void require_memory(std::uint64_t bytes, std::string const& what, std::string const& remedy) {
  if (bytes > usable_memory())
    throw InputError{fmt::format("{} needs {} of memory", what, gigabytes(bytes)),
                     fmt::format("there are {}", gigabytes(usable_memory())), remedy};
}

std::string out_of_memory() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return fmt::format(
      "out of memory (Weft held {}, there are {}); use a smaller network or a machine with more memory",
      gigabytes(static_cast<std::uint64_t>(usage.ru_maxrss) * 1024), gigabytes(usable_memory()));
}

}  // namespace weft
