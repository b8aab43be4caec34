// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace weft {

/// Reads a file, a pipe or a GivenText. Removes a byte order mark and unpacks gzip and xz (io/unpacked.hpp).
/// Throws InputError with the path and the reason from the system.
std::string read_file(std::filesystem::path const& path);
/// Calls `visit` for each piece, in order, of the text that read_file returns for a regular file or a
/// GivenText.
void visit_regular_file(std::filesystem::path const& path,
                        std::function<void(std::string_view)> const& visit);
/// Returns the first 64 KiB of the text that read_file returns.
std::string read_beginning(std::filesystem::path const& path);
/// Reads a file like read_file. Throws InputError unless the file is regular.
std::string read_regular_file(std::filesystem::path const& path);

/// Throws InputError, with the path and the reason from the system, if make_directories could not create the
/// directory or if it is not writable. Does not create it. Must be called before long computations.
void require_writable(std::filesystem::path const& directory);

/// Checks the directory that contains `file` with require_writable.
void require_writable_parent(std::filesystem::path const& file);

/// Return whether a regular file or a GivenText, or a directory, with the given path exists.
bool file_exists(std::filesystem::path const& path);
bool directory_exists(std::filesystem::path const& path);

/// Returns the paths of all entries of a directory, sorted by name. Throws InputError with the path and the
/// reason from the system.
std::vector<std::filesystem::path> list_directory(std::filesystem::path const& directory);

/// Creates the directory and its parents, unless they exist. Throws InputError with the path and the reason
/// from the system.
void make_directories(std::filesystem::path const& path);

/// Opens standard input, output and error if the process was started without them, so that no file gets their
/// descriptors. Writing to such an output fails; such an error stream discards everything.
void open_standard_descriptors();

}  // namespace weft
