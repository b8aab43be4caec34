// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <vector>

namespace weft {

/// From now on this process reads files and lists directories only in these folders and below, with links
/// resolved, whether a request or another file names them. To be called before other threads run.
void read_only_below(std::vector<std::filesystem::path> folders);
/// Whether the process may read that path, which need not exist.
bool may_read(std::filesystem::path const& path);
/// Throws InputError unless the process may read that path.
void require_may_read(std::filesystem::path const& path);
/// Throws InputError unless the process may read all paths below a folder. For libraries that open files.
void require_may_read_below(std::filesystem::path const& folder);

}  // namespace weft
