// SPDX-License-Identifier: Apache-2.0
#include "weft/core/memory.hpp"

namespace weft {

std::uint64_t usable_memory() { return std::uint64_t{1} << 32; }

std::uint64_t l2_cache_size() { return std::uint64_t{1} << 20; }

std::uint64_t peak_memory() {
  constexpr std::uint64_t page = 65536;
  return __builtin_wasm_memory_size(0) * page;
}

}  // namespace weft
