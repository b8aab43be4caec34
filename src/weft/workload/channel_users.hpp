// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <utility>

#include "weft/workload/jobs.hpp"

namespace weft {

/// Parsed parameter `users`: requests the flows through the channels from one router to another, or the
/// channels that the flows of a task use.
struct ChannelUsersQuery {
  std::optional<std::pair<RouterId, RouterId>> channel = {};
  std::uint64_t job = 0, task = 0;  ///< if `channel` is empty
};

/// Parses the parameter. Throws InputError at `users` for malformed text, channels that do not exist, and
/// unknown tasks.
ChannelUsersQuery read_users(std::string const& text, LoadAssembly const& assembly);

/// Adds the requested table `users` to a result, and for a task also the array `task_load`. Must be called
/// after place_jobs().
void add_users(ChannelUsersQuery const& request, LoadAssembly const& assembly, Result& result,
               Progress& progress);

}  // namespace weft
