// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <span>

namespace weft::server {

/// Restricts the calling thread, and threads that it starts, by the kernel (Landlock): they can read files
/// only in `readable` and below, and system files that libraries need; they cannot write files, start
/// programs or open TCP connections. The kernel also covers files that a library opens, and links that change
/// between a check and a read. Returns false if the kernel does not support Landlock; the thread is then
/// unrestricted.
bool confine_thread(std::span<std::filesystem::path const> readable);

}  // namespace weft::server
