// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "weft/core/temporary_path.hpp"

namespace weft {

/// A file that appears under its name complete or not at all: it is written beside its place under a
/// temporary name, and `commit` moves it there. A file that is not committed is removed. A symbolic link is
/// followed and stays. Only a regular file is replaced: pipes, devices and /dev/stdout are written to
/// directly. Every failure is an InputError with the path and the system's reason.
class AtomicFile {
 public:
  explicit AtomicFile(std::filesystem::path path);
  ~AtomicFile();
  AtomicFile(AtomicFile const&) = delete;
  AtomicFile& operator=(AtomicFile const&) = delete;

  void write(std::string_view text);
  /// Writes everything to the disk; nothing can be added.
  void complete();
  /// Completes the file and moves it to its place.
  void commit();

 private:
  void flush();
  [[noreturn]] void fail() const;

  std::filesystem::path path_;
  std::optional<TemporaryPath> temporary_;  ///< nothing: written in place
  int descriptor_ = -1;
  std::string buffer_;
};

/// Writes the text as a file, through AtomicFile.
void write_file(std::filesystem::path const& path, std::string_view text);

}  // namespace weft
