// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <span>

namespace weft::server {

/// Restricts the calling thread, and the threads that it starts, by the kernel (Landlock): it reads files
/// only in these directories and below, with the files of the system that libraries need; it writes no files,
/// starts no programs and opens no TCP connections. The kernel also covers files that a library opens, and
/// links that change between a check and a read. Returns false if the kernel does not support Landlock; the
/// thread is then unrestricted.
bool confine_thread(std::span<std::filesystem::path const> readable);

}  // namespace weft::server
