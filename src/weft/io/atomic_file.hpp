// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "weft/core/temporary_path.hpp"

namespace weft {

/// A file that appears under its name either complete or not at all: the data are written to a temporary file
/// in the same folder, which `commit` renames. The destructor removes a file that has not been committed.
/// Symbolic links are resolved and kept. Only regular files are replaced; pipes, devices and /dev/stdout are
/// written directly. Every failure is an InputError with the path and the reason from the system.
class AtomicFile {
 public:
  explicit AtomicFile(std::filesystem::path path);
  ~AtomicFile();
  AtomicFile(AtomicFile const&) = delete;
  AtomicFile& operator=(AtomicFile const&) = delete;

  void write(std::string_view text);
  /// Writes all data to the disk. Further writes are not allowed.
  void complete();
  /// Completes the file and renames it to its final name.
  void commit();

 private:
  void flush();
  [[noreturn]] void fail() const;

  std::filesystem::path path_;
  std::optional<TemporaryPath> temporary_;  ///< nullopt: written directly
  int descriptor_ = -1;
  std::string buffer_;
};

/// Writes the text as a file, through AtomicFile.
void write_file(std::filesystem::path const& path, std::string_view text);

}  // namespace weft
