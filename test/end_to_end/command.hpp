#pragma once

#include <array>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

#include <sys/wait.h>

namespace weft {

/// What a run of the weft command gave.
struct CommandResult {
  int status;
  std::string out, err;
};

/// A folder of its own for a test, removed at the end.
class ScratchFolder {
 public:
  ScratchFolder() : path_(make()) {}
  ~ScratchFolder() { std::filesystem::remove_all(path_); }
  ScratchFolder(ScratchFolder const&) = delete;
  ScratchFolder& operator=(ScratchFolder const&) = delete;
  std::filesystem::path const& path() const { return path_; }

 private:
  static std::filesystem::path make() {
    std::string pattern = (std::filesystem::temp_directory_path() / "weft_test_XXXXXX").string();
    if (mkdtemp(pattern.data()) == nullptr) throw std::runtime_error("cannot make a scratch folder");
    return pattern;
  }
  std::filesystem::path path_;
};

inline std::string text_of(std::filesystem::path const& file) {
  std::ostringstream text;
  text << std::ifstream(file).rdbuf();
  return text.str();
}

/// Runs `weft ARGS` through the shell. `prefix` stands before the command, e.g. "cd /tmp &&".
inline CommandResult weft_command(std::string const& args, std::string const& prefix = "") {
  ScratchFolder const scratch;
  auto const out = scratch.path() / "out", err = scratch.path() / "err";
  std::string const line = prefix + " " WEFT_COMMAND " " + args + " >" + out.string() + " 2>" + err.string();
  int const status = std::system(line.c_str());
  return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, text_of(out), text_of(err)};
}

}  // namespace weft
