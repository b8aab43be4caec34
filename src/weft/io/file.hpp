// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace weft {

/// The text of a file or pipe, without a byte order mark, or that of a GivenText. What gzip or xz packed is
/// unpacked (io/unpacked.hpp). Throws InputError with the path and the system's reason.
std::string read_file(std::filesystem::path const& path);
/// Calls `visit` with one piece after the other of what read_file returns for a regular file or a GivenText.
void visit_regular_file(std::filesystem::path const& path,
                        std::function<void(std::string_view)> const& visit);
/// The first 64 KiB of what read_file returns, or all of a shorter one.
std::string read_beginning(std::filesystem::path const& path);
/// The same as read_file, of a regular file only.
std::string read_regular_file(std::filesystem::path const& path);

/// Refuses a directory that make_directories could not make or that is not writable, and makes none: a long
/// computation calls this before it begins. Throws InputError with the path and the system's reason.
void require_writable(std::filesystem::path const& directory);

/// The same for the directory that a file will be in.
void require_writable_beside(std::filesystem::path const& file);

/// Whether there is a regular file or a GivenText, or a directory, of that name.
bool file_exists(std::filesystem::path const& path);
bool directory_exists(std::filesystem::path const& path);

/// The paths of all that a directory holds, in the order of their names. Throws InputError with the path and
/// the system's reason.
std::vector<std::filesystem::path> list_directory(std::filesystem::path const& directory);

/// Makes the directory and those above it; it may exist. Throws InputError with the path and the system's
/// reason.
void make_directories(std::filesystem::path const& path);

/// Opens standard input, output and error if the process began without them, so that no file takes their
/// descriptors. Writing to such an output fails; such an error stream swallows everything.
void keep_standard_descriptors();

}  // namespace weft
