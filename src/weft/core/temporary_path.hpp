#pragma once

#include <filesystem>
#include <string>

namespace weft {

/// Marks a file or a folder that is temporary: it is removed if an interrupt ends the process while this object
/// lives (core/interrupt_deadline.hpp). An end in order leaves it to its owner. A folder must be empty by then,
/// so its files have marks that are made later.
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

/// Removes all that have a mark, the last one first. A signal handler may call this.
void remove_temporary_paths() noexcept;

}  // namespace weft
