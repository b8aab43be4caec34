// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

#include <gtest/gtest.h>
#include <sys/wait.h>

#include "support/scratch.hpp"

namespace weft {

/// Ignores the settings of the user who runs the tests.
inline int const without_config = setenv("WEFT_CONFIG", "", 1);

/// Outcome of a run of the weft command.
struct CommandResult {
  int status;
  std::string out, err;
};

inline std::string text_of(std::filesystem::path const& file) {
  std::ostringstream text;
  text << std::ifstream(file).rdbuf();
  return text.str();
}

/// Runs a shell command.
inline CommandResult shell_command(std::string const& line) {
  Scratch const scratch;
  auto const out = scratch.path() / "out", err = scratch.path() / "err";
  int const status = std::system((line + " >" + out.string() + " 2>" + err.string()).c_str());
  return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, text_of(out), text_of(err)};
}

/// Runs `weft ARGS` through the shell. `prefix`: text before the command, e.g. "cd /tmp &&".
inline CommandResult weft_command(std::string const& args, std::string const& prefix = "") {
  return shell_command(prefix + " " WEFT_COMMAND " " + args);
}

/// Checks that a command with bad input prints one line on stderr that contains `part`, no text on stdout,
/// and has status 2.
inline void expect_rejected(std::string const& args, std::string const& part) {
  SCOPED_TRACE("weft " + args);
  auto const result = weft_command(args);
  EXPECT_EQ(result.status, 2);
  EXPECT_EQ(result.out, "");
  EXPECT_EQ(std::count(result.err.begin(), result.err.end(), '\n'), 1) << result.err;
  EXPECT_NE(result.err.find(part), std::string::npos) << result.err;
}

}  // namespace weft
