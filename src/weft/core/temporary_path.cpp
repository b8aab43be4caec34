// SPDX-License-Identifier: Apache-2.0
#include "weft/core/temporary_path.hpp"

#include <array>
#include <atomic>
#include <utility>

#include <unistd.h>

namespace weft {
namespace {

constexpr std::size_t max_paths = 256;
std::array<std::atomic<char const*>, max_paths> marked{};
static_assert(std::atomic<char const*>::is_always_lock_free);

/// Stores a path in a slot above all slots in use and returns the slot, or max_paths if no slot is free.
std::size_t mark(char const* path) {
  std::size_t slot = max_paths;
  while (slot > 0 && marked[slot - 1].load() == nullptr) --slot;
  for (; slot < max_paths; ++slot)
    if (char const* free = nullptr; marked[slot].compare_exchange_strong(free, path)) break;
  return slot;
}

}  // namespace

TemporaryPath::TemporaryPath(std::filesystem::path path)
    : path_(std::move(path)), slot_(mark(path_.c_str())) {}

TemporaryPath::~TemporaryPath() {
  if (slot_ < max_paths) marked[slot_] = nullptr;
}

void remove_temporary_paths() noexcept {
  for (std::size_t slot = max_paths; slot-- > 0;)
    if (char const* const path = marked[slot].exchange(nullptr); path != nullptr && unlink(path) != 0)
      rmdir(path);
}

}  // namespace weft
