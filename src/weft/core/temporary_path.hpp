// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>

namespace weft {

/// Marks a temporary file or folder: if an interrupt ends the process while this object lives
/// (core/interrupt_request.hpp), the path is removed. Otherwise its owner removes it. A folder must be empty
/// by then, so the marks of its files are made after its own.
class TemporaryPath {
 public:
  /// The path exists. Beyond 256 paths at a time, further ones get no mark.
  explicit TemporaryPath(std::filesystem::path path);
  ~TemporaryPath();
  TemporaryPath(TemporaryPath const&) = delete;
  TemporaryPath& operator=(TemporaryPath const&) = delete;

  std::filesystem::path const& path() const { return path_; }

 private:
  std::filesystem::path const path_;
  std::size_t slot_;
};

/// Removes all marked paths, the last one first. A signal handler may call this.
void remove_temporary_paths() noexcept;

}  // namespace weft
