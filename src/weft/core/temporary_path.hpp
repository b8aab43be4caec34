// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>

namespace weft {

/// Marks a temporary file or folder, which is removed if an interrupt ends the process during the lifetime of
/// this object (core/interrupt_request.hpp). Otherwise the owner of the path removes it. A folder must be
/// empty by then; mark its files after the folder.
class TemporaryPath {
 public:
  /// Marks `path`, which must exist. At most 256 paths can be marked simultaneously; further paths stay
  /// unmarked.
  explicit TemporaryPath(std::filesystem::path path);
  ~TemporaryPath();
  TemporaryPath(TemporaryPath const&) = delete;
  TemporaryPath& operator=(TemporaryPath const&) = delete;

  std::filesystem::path const& path() const { return path_; }

 private:
  std::filesystem::path const path_;
  std::size_t slot_;
};

/// Removes all marked paths, most recent first. May be called in a signal handler.
void remove_temporary_paths() noexcept;

}  // namespace weft
