#pragma once

#include <filesystem>
#include <string>

namespace weft {

/// A file with a text, for as long as the object lives.
class ScratchFile {
 public:
  explicit ScratchFile(std::string const& text);
  ~ScratchFile();
  ScratchFile(ScratchFile const&) = delete;
  ScratchFile& operator=(ScratchFile const&) = delete;
  std::filesystem::path const& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

}  // namespace weft
