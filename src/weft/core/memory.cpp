// SPDX-License-Identifier: Apache-2.0
#include "weft/core/memory.hpp"

#include <fmt/format.h>

#include "weft/core/error.hpp"

namespace weft {
namespace {

std::string gigabytes(std::uint64_t bytes) {
  return fmt::format("{:.3g} GB", static_cast<double>(bytes) / 1e9);
}

}  // namespace

void require_memory(std::uint64_t bytes, std::string const& what, std::string const& remedy) {
  if (bytes > usable_memory())
    throw InputError{fmt::format("{} needs {} of memory", what, gigabytes(bytes)),
                     fmt::format("the limit is {}", gigabytes(usable_memory())), remedy};
}

std::string out_of_memory() {
  return fmt::format(
      "out of memory (Weft used {}, {} are usable); use a smaller network or a machine with more memory",
      gigabytes(peak_memory()), gigabytes(usable_memory()));
}

}  // namespace weft
