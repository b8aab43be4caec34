#pragma once

#include <cstdint>
#include <string_view>

#include <fmt/format.h>

#include "weft/core/memory.hpp"

namespace weft::traffic {

/// Of memory, of a program with its waits.
inline constexpr double bytes_per_operation = 110;

/// Throws InputError if there is too little memory for so many operations of each task.
inline void require_memory_of(std::uint32_t tasks, double operations, std::string_view program) {
  require_memory(static_cast<std::uint64_t>(operations * tasks * bytes_per_operation),
                 fmt::format("a {} of {} tasks with {:.0f} operations each", program, tasks, operations),
                 "take fewer iterations");
}

}  // namespace weft::traffic
