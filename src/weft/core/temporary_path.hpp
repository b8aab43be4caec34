// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>

namespace weft {

/// Marks a temporary file or folder: if an interrupt ends the process during the lifetime of this object
/// (core/interrupt_request.hpp), the path is removed. Otherwise its owner removes it. A folder must be empty
/// by then, so its files are marked after the folder.
class TemporaryPath {
 public:
  /// `path` must exist. At most 256 paths are marked simultaneously; further ones stay unmarked.
  explicit TemporaryPath(std::filesystem::path path);
  ~TemporaryPath();
  TemporaryPath(TemporaryPath const&) = delete;
  TemporaryPath& operator=(TemporaryPath const&) = delete;

  std::filesystem::path const& path() const { return path_; }

 private:
  std::filesystem::path const path_;
  std::size_t slot_;
};

/// Removes all marked paths, most recent first. A signal handler may call this.
void remove_temporary_paths() noexcept;

}  // namespace weft
