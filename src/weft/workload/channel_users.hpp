// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <utility>

#include "weft/workload/jobs.hpp"

namespace weft {

/// Parsed parameter `users`: the flows through the channels from one router to another, or the channels that
/// the flows of a task use.
struct UsersRequest {
  std::optional<std::pair<RouterId, RouterId>> channel = {};
  std::uint64_t job = 0, task = 0;  ///< used if `channel` is empty
};

/// Parses the parameter. Throws InputError at the parameter for malformed text, missing channels and unknown
/// tasks.
UsersRequest read_users(std::string const& text, LoadAssembly const& assembly);

/// Adds the answer to a result, after place_jobs(): the table `users`, and for a task also the array
/// `task_load`.
void add_users(UsersRequest const& request, LoadAssembly const& assembly, Result& result, Progress& progress);

}  // namespace weft
