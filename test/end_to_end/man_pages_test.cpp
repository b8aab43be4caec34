// SPDX-License-Identifier: Apache-2.0
#include <sstream>

#include <gtest/gtest.h>

#include "end_to_end/command.hpp"

namespace weft {
namespace {

/// Returns the page without troff markup inside words.
std::string plain(std::string page) {
  for (char const* mark : {"\\:", "\\fB", "\\fR", "\\fI"})
    for (std::size_t at = 0; (at = page.find(mark, at)) != std::string::npos;)
      page.erase(at, std::string_view(mark).size());
  for (std::size_t at = 0; (at = page.find("\\-", at)) != std::string::npos;) page.erase(at, 1);
  return page;
}

/// Returns the first words of the lines of a help text that begin with `begin`.
std::vector<std::string> entries(std::string const& help, std::string const& begin) {
  std::vector<std::string> words;
  std::istringstream lines(help);
  for (std::string line; std::getline(lines, line);)
    if (line.starts_with(begin)) words.push_back(line.substr(2, line.find(' ', 2) - 2));
  return words;
}

TEST(ManPages, ListEveryVerbAndEveryOption) {
  Scratch const scratch;
  ASSERT_EQ(weft_command("docs --man " + scratch.path().string()).status, 0);
  auto const help = weft_command("--help").out;
  auto const verbs = entries(help.substr(0, help.find("Options of all verbs")), "  ");
  ASSERT_GT(verbs.size(), 15U);
  auto const overview = plain(text_of(scratch.path() / "weft.1"));
  for (auto const& verb : verbs) {
    if (verb.empty()) continue;  // the second line of a long text
    EXPECT_NE(overview.find("\n" + verb + "\n"), std::string::npos) << verb;
    auto const page = plain(text_of(scratch.path() / ("weft-" + verb + ".1")));
    auto const options = entries(weft_command(verb + " --help").out, "  -");
    EXPECT_FALSE(options.empty());
    for (auto const& option : options) {
      if (option == "--help-all") continue;  // an option of the command, not of the verb
      EXPECT_NE(page.find(".TP\n" + option), std::string::npos) << verb << " " << option;
    }
  }
}

TEST(ManPages, AreFormattedByManWithoutWarnings) {
  if (shell_command("man --version").status != 0) GTEST_SKIP() << "no man (package man-db)";
  Scratch const scratch;
  ASSERT_EQ(weft_command("docs --man " + scratch.path().string()).status, 0);
  for (auto const& file : std::filesystem::directory_iterator(scratch.path())) {
    auto const printed =
        shell_command("MANWIDTH=80 LC_ALL=C.UTF-8 man --warnings -E UTF-8 -Tutf8 -l " + file.path().string());
    EXPECT_EQ(printed.status, 0);
    EXPECT_EQ(printed.err, "") << file.path();
  }
}

}  // namespace
}  // namespace weft
