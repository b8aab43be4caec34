// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace weft {

/// The list of files that Weft wrote into a folder: a line with the SHA-256 digest and the name of each file,
/// in the format of `sha256sum`. The file of the list is `.weft-files` in the folder.
class FileList {
 public:
  static constexpr char const* name = ".weft-files";

  FileList() = default;
  /// Reads the list of a folder; empty if the folder has no list. Lists of older versions contain names
  /// without digests.
  explicit FileList(std::filesystem::path const& folder);

  void add(std::string file, std::string_view content);
  std::vector<std::string> names() const;
  std::string text() const;

  /// Throws InputError at `folder`/`file` if the list contains another digest for this file.
  void require_unchanged(std::filesystem::path const& folder, std::string_view file,
                         std::string_view content) const;

 private:
  struct Entry {
    std::string digest;  ///< in hexadecimal digits; empty: unknown
    std::string file;
  };
  std::vector<Entry> entries_;
};

/// Reads a regular file and checks it against the digest in the list of its folder. Throws InputError like
/// read_regular_file and FileList::require_unchanged.
std::string read_listed_file(std::filesystem::path const& path);

}  // namespace weft
