// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <span>

namespace weft::server {

/// Confines the calling thread, and threads that it starts, with Landlock: they can read files only in
/// `readable` and below, and system files that libraries need; they cannot write files, start programs or
/// open TCP connections. Because the kernel checks each access, this also covers files that libraries open,
/// and links that change between a check and a read. Returns false if the kernel does not support Landlock;
/// the thread is then unrestricted.
bool confine_thread(std::span<std::filesystem::path const> readable);

}  // namespace weft::server
