// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

namespace weft::server {

/// A directory that only this user can read. The destructor removes it with its content. It is locked during
/// the lifetime of the process; the next process removes directories that terminated processes have left.
class PrivateDirectory {
 public:
  /// Throws std::system_error if it cannot be created.
  PrivateDirectory();
  ~PrivateDirectory();
  PrivateDirectory(PrivateDirectory const&) = delete;
  PrivateDirectory& operator=(PrivateDirectory const&) = delete;

  std::filesystem::path const& path() const { return path_; }

 private:
  std::filesystem::path path_;
  int lock_ = -1;  ///< descriptor of the directory
};

/// The files that pages have uploaded to the server. Thread-safe.
class GivenFiles {
 public:
  /// Limits of the total size and number of files of a server.
  static constexpr std::uint64_t max_bytes = std::uint64_t{512} << 20;
  static constexpr std::uint64_t max_files = 1000;

  explicit GivenFiles(std::filesystem::path folder) : folder_(std::move(folder)) {}

  /// Stores a file under a sanitized form of its name, and returns its path. Throws InputError if a limit
  /// would be exceeded.
  std::filesystem::path add(std::string_view name, std::string_view content);

 private:
  std::filesystem::path const folder_;
  std::mutex mutex_;
  std::uint64_t bytes_ = 0, files_ = 0;
};

/// Throws InputError for a request that writes a file, or that names a file outside of `folders` (links are
/// resolved).
void check_files(std::string_view request, std::vector<std::filesystem::path> const& folders);

/// Returns the directories of the files that a request names.
std::vector<std::filesystem::path> file_folders(std::string_view request);

}  // namespace weft::server
