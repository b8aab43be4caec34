#pragma once

#include <filesystem>
#include <string>

namespace weft {

/// The bytes of a file. Throws InputError with the path and the system's reason.
std::string read_file(std::filesystem::path const& path);

/// Makes the directory and those above it; it may exist. Throws InputError with the path and the system's reason.
void make_directories(std::filesystem::path const& path);

}  // namespace weft
