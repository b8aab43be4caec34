#include "weft/core/memory.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include "weft/core/error.hpp"

namespace weft {
namespace {

std::string gigabytes(std::uint64_t bytes) {
  return fmt::format("{:.3g} GB", static_cast<double>(bytes) / 1e9);
}

}  // namespace

std::uint64_t physical_memory() {
  return static_cast<std::uint64_t>(sysconf(_SC_PHYS_PAGES)) *
         static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
}

void require_memory(std::uint64_t bytes, std::string const& what) {
  if (bytes > physical_memory())
    throw InputError{fmt::format("{} needs {} of memory", what, gigabytes(bytes)),
                     fmt::format("this machine has {}", gigabytes(physical_memory()))};
}

}  // namespace weft
