#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace weft {

/// What weft wrote into a folder: the name and the SHA-256 digest of each file, as `sha256sum` lists them, in
/// the file `.weft-files` of that folder.
class FileList {
 public:
  static constexpr char const* name = ".weft-files";

  FileList() = default;
  /// The list of a folder; an empty one where none was written. A line of versions that kept no digests is a
  /// name.
  explicit FileList(std::filesystem::path const& folder);

  void add(std::string file, std::string_view content);
  std::vector<std::string> names() const;
  std::string text() const;

  /// Throws InputError at `folder`/`file` where the list has another digest for this file.
  void require_unchanged(std::filesystem::path const& folder, std::string_view file,
                         std::string_view content) const;

 private:
  struct Entry {
    std::string digest;  ///< in hexadecimal digits; empty: unknown
    std::string file;
  };
  std::vector<Entry> entries_;
};

/// What read_regular_file returns, held to the list of its folder.
std::string read_listed_file(std::filesystem::path const& path);

}  // namespace weft
