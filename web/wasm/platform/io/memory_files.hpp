// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <string>

namespace weft {

/// The files that this module holds in its memory, by their paths. Directories exist where files are in them.
std::map<std::string, std::string, std::less<>>& memory_files();

/// A path as memory_files() knows it: without slashes at its ends, "." and empty names.
std::string file_key(std::filesystem::path const& path);

}  // namespace weft
