// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <utility>

#include "weft/workload/jobs.hpp"

namespace weft {

/// What a request asks by `users`: the flows through the channels from one router to another, or the channels
/// that the flows of a task use.
struct UsersRequest {
  std::optional<std::pair<RouterId, RouterId>> channel = {};
  std::uint64_t job = 0, task = 0;  ///< without a channel
};

/// Reads it. Throws InputError about the parameter for text that is neither, channels that are not there and
/// tasks that no job has.
UsersRequest read_users(std::string const& text, LoadAssembly const& assembly);

/// Adds the answer to a result, after place_jobs(): table `users`, of a task also the array `task_load`.
void add_users(UsersRequest const& request, LoadAssembly const& assembly, Result& result, Progress& progress);

}  // namespace weft
