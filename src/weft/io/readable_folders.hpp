#pragma once

#include <filesystem>
#include <vector>

namespace weft {

/// From now on this process reads files and lists directories in these folders and below only, links
/// resolved, whatever names them: a request, or a file that names others. Before any other thread runs.
void read_only_below(std::vector<std::filesystem::path> folders);
/// Whether the process may read that path, which need not exist.
bool may_read(std::filesystem::path const& path);
/// Throws InputError if it may not.
void require_may_read(std::filesystem::path const& path);
/// The same for all that is below a folder, for libraries that open files themselves.
void require_may_read_below(std::filesystem::path const& folder);

}  // namespace weft
