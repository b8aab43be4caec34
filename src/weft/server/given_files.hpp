// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

namespace weft::server {

/// A directory that only this user can look into; it is removed at the end, with what is in it. It is locked
/// while the process lives: the next one removes what a killed process has left behind.
class PrivateDirectory {
 public:
  /// Throws std::system_error if it cannot be made.
  PrivateDirectory();
  ~PrivateDirectory();
  PrivateDirectory(PrivateDirectory const&) = delete;
  PrivateDirectory& operator=(PrivateDirectory const&) = delete;

  std::filesystem::path const& path() const { return path_; }

 private:
  std::filesystem::path path_;
  int lock_ = -1;  ///< a descriptor of the directory
};

/// The files that pages have given to the server. From any thread.
class GivenFiles {
 public:
  /// All files of one server together.
  static constexpr std::uint64_t most_bytes = std::uint64_t{512} << 20;
  static constexpr std::uint64_t most_files = 1000;

  explicit GivenFiles(std::filesystem::path folder) : folder_(std::move(folder)) {}

  /// Stores a file under a name like the given one, and returns its path. Throws InputError if there are too
  /// many.
  std::filesystem::path add(std::string_view name, std::string_view content);

 private:
  std::filesystem::path const folder_;
  std::mutex mutex_;
  std::uint64_t bytes_ = 0, files_ = 0;
};

/// Refuses a request that names a file outside of these directories, links resolved, or one to write. Throws
/// InputError.
void check_files(std::string_view request, std::vector<std::filesystem::path> const& folders);

/// The directories of the files that a request names.
std::vector<std::filesystem::path> folders_of_files(std::string_view request);

}  // namespace weft::server
