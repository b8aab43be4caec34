// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <vector>

namespace weft {

/// Restricts this process to reading files and listing directories in `folders` and below, after resolving
/// links, for paths in requests and in other files. Must be called before other threads start.
void restrict_reads(std::vector<std::filesystem::path> folders);
/// Returns whether the process may read the path, which need not exist.
bool is_read_allowed(std::filesystem::path const& path);
/// Throws InputError unless the process may read the path.
void require_read_access(std::filesystem::path const& path);
/// Throws InputError unless the process may read all paths below a folder. For libraries that open files
/// themselves.
void require_read_access_below(std::filesystem::path const& folder);

}  // namespace weft
