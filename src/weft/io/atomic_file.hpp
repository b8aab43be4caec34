#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace weft {

/// A file that appears under its name complete or not at all: it is written beside its place under a temporary name,
/// and moved there by `commit`. What is not committed is removed. What cannot be moved over (a pipe, /dev/stdout) is
/// written to directly. Every failure is an InputError with the path and the system's reason.
class AtomicFile {
 public:
  explicit AtomicFile(std::filesystem::path path);
  ~AtomicFile();
  AtomicFile(AtomicFile const&) = delete;
  AtomicFile& operator=(AtomicFile const&) = delete;

  void write(std::string_view text);
  /// Puts all that was written on the disk, and the file in its place.
  void commit();

 private:
  void flush();
  void close_checked();
  [[noreturn]] void fail() const;

  std::filesystem::path path_, temporary_;  ///< no temporary: written in place
  int descriptor_ = -1;
  std::string buffer_;
};

/// The whole text as a file, through AtomicFile.
void write_file(std::filesystem::path const& path, std::string_view text);

}  // namespace weft
