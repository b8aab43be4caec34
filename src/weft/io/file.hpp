#pragma once

#include <filesystem>
#include <string>

namespace weft {

/// The bytes of a file. Throws InputError with the path and the system's reason.
std::string read_file(std::filesystem::path const& path);

/// Refuses a directory that make_directories could not make or nothing could be written into, and makes none: what would be lost after long
/// work is told before it. Throws InputError with the path and the system's reason.
void require_writable(std::filesystem::path const& directory);

/// Makes the directory and those above it; it may exist. Throws InputError with the path and the system's reason.
void make_directories(std::filesystem::path const& path);

}  // namespace weft
