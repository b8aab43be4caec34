// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>
#include <unistd.h>

#include "end_to_end/command.hpp"

namespace weft {
namespace {

/// Returns the exit status of a shell command; $WEFT is the weft command.
int status_of(std::string const& line) {
  int const status = std::system(("WEFT=" WEFT_COMMAND "; " + line).c_str());
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

TEST(StandardOutput, SupportsAppendingAndSharing) {
  Scratch const scratch;
  auto const file = (scratch.path() / "f").string();
  ASSERT_EQ(status_of("echo old >" + file + "; $WEFT export petersen --format edge_list >>" + file), 0);
  auto const once = text_of(file);
  EXPECT_EQ(once.substr(0, 13), "old\n# graph: ");
  ASSERT_EQ(status_of("{ $WEFT export petersen --format edge_list; $WEFT draw petersen; } >" + file), 0);
  EXPECT_EQ(text_of(file).substr(0, once.size() - 4), once.substr(4));
  EXPECT_NE(text_of(file).find("</svg>"), std::string::npos);
  ASSERT_EQ(status_of("$WEFT export petersen --format edge_list | cat >" + file), 0);
  EXPECT_EQ(text_of(file), once.substr(4));
}

TEST(StandardOutput, IsNeverReplaced) {
  ASSERT_EQ(status_of("$WEFT export petersen --format edge_list -o /dev/stdout >/dev/null"), 0);
  EXPECT_TRUE(std::filesystem::is_symlink("/dev/stdout"));
  ASSERT_EQ(status_of("$WEFT draw petersen -o /dev/null"), 0);
  EXPECT_TRUE(std::filesystem::is_character_file("/dev/null"));
}

TEST(StandardOutput, MakesTheCommandFailIfFullOrClosed) {
  for (auto const* const verb : {"show petersen", "--help", "show --help", "--version",
                                 "export petersen --format dot", "draw petersen", "list"})
    for (auto const* const where : {">/dev/full", ">&-"}) {
      Scratch const scratch;
      auto const errors = (scratch.path() / "err").string();
      EXPECT_EQ(status_of("$WEFT " + std::string(verb) + " " + where + " 2>" + errors), 2) << verb << where;
      auto const text = text_of(errors);
      EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 1) << verb << where << text;
      EXPECT_EQ(text.substr(0, 19), "weft: cannot write ") << text;
    }
}

TEST(StandardError, MayBeFullOrClosed) {
  for (auto const* const where : {"2>/dev/full", "2>&-"}) {
    EXPECT_EQ(status_of("$WEFT show foo >/dev/null " + std::string(where)), 2) << where;
    EXPECT_EQ(status_of("$WEFT simulate torus:sides=4x4 >/dev/null " + std::string(where)), 0) << where;
  }
}

}  // namespace
}  // namespace weft
