// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <fstream>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <pty.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "end_to_end/command.hpp"
#include "weft/core/utf8.hpp"
#include "weft/io/json.hpp"
#include "weft/verb/verb.hpp"

namespace weft {
namespace {

/// Runs a shell command on a terminal of the given size, and returns its output; discards standard error.
std::string on_terminal(std::string const& line, unsigned short columns, unsigned short lines) {
  winsize size{};
  size.ws_col = columns;
  size.ws_row = lines;
  int terminal = -1;
  auto const child = forkpty(&terminal, nullptr, nullptr, &size);
  if (child == 0) {
    execl("/bin/sh", "sh", "-c", (line + " 2>/dev/null").c_str(), static_cast<char*>(nullptr));
    _exit(127);
  }
  std::string printed;
  std::array<char, 4096> part{};
  for (ssize_t count = 0; (count = read(terminal, part.data(), part.size())) > 0;)
    printed.append(part.data(), static_cast<std::size_t>(count));
  close(terminal);
  int status = 0;
  waitpid(child, &status, 0);
  EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0) << line << "\n" << printed;
  std::erase(printed, '\r');
  return printed;
}

std::vector<std::string> lines_in(std::string const& text) {
  std::vector<std::string> lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

/// Returns the words between spaces and after commas, of which cells and sentences consist.
std::set<std::string> words_in(std::string text) {
  std::ranges::replace(text, '\n', ' ');
  std::erase_if(text, [](char c) { return c == '[' || c == ']'; });  // around units in headings
  std::set<std::string> words;
  std::string word;
  for (char const c : text) {
    if (c != ' ') word += c;
    if ((c != ' ' && c != ',') || word.empty()) continue;
    words.insert(word);
    word.clear();
  }
  if (!word.empty()) words.insert(word);
  return words;
}

/// A request of each verb that prints a result.
std::vector<std::string> requests() {
  return {"show torus:sides=8x8",
          "show clex:m=32,levels=4",
          "compare torus:sides=8x8 mesh:sides=8x8 hypercube:dimensions=6",
          "compare torus:sides=4x4 mesh:sides=4x4 --messages 2",
          "compare torus:sides=4x4 mesh:sides=4x4 --program pattern:bytes=1000",
          "route torus:sides=8x8 --from 0 --to 27",
          "simulate torus:sides=8x8",
          "simulate torus:sides=4x4 --engine flit",
          "simulate torus:sides=8x8 --engine flow",
          "sweep torus:sides=4x4 --rates 0.1x0.2",
          "load torus:sides=8x8 --mapping random",
          "map torus:sides=4x4 --mapping best",
          "collective allreduce torus:sides=4x4",
          "schedule sparse_torus:dimensions=3,side=4",
          "balance sparse_torus:dimensions=3,side=8 --every 2",
          "deadlock torus:sides=4x4 --vcs 1",
          "judge torus:sides=4x4",
          "replay torus:sides=4x4",
          "queue torus:sides=8x8",
          "universality torus:sides=8x8x8"};
}

std::string answer_to(std::string const& request) {
  auto const result = weft_command(request + " --json");
  EXPECT_EQ(result.status, 0) << request << ": " << result.err;
  return parse_result(result.out, "stdout").answer;
}

/// Checks that the answer begins the text, and also ends it if the text is longer than the screen.
void expect_answer_on_screen(std::string const& printed, std::string const& answer, std::size_t lines) {
  auto const words = [](std::string const& text) {
    std::string joined;
    for (std::istringstream in(text); in;)
      if (std::string word; in >> word) joined += word;
    return joined;
  };
  auto const text = words(printed), sentence = words(answer);
  EXPECT_TRUE(text.starts_with(sentence)) << printed;
  if (lines_in(printed).size() >= lines) { EXPECT_TRUE(text.ends_with(sentence)) << printed; }
}

TEST(TerminalRequests, CoverEveryVerb) {
  std::set<std::string> verbs;
  for (auto const& request : requests()) verbs.insert(request.substr(0, request.find(' ')));
  verbs.insert({"list", "draw", "export"});  // a list is shown in full; the others write files
  for (auto const& verb : verb::verb_docs()) EXPECT_TRUE(verbs.contains(verb.name)) << verb.name;
}

TEST(Terminal, ShowsAnswersOnOneScreenOf80ColumnsAnd24Lines) {
  for (auto const& request : requests()) {
    SCOPED_TRACE(request);
    auto const answer = answer_to(request);
    EXPECT_FALSE(answer.empty());
    auto const printed = on_terminal("NO_COLOR=1 " WEFT_COMMAND " " + request + " --no-pager", 80, 24);
    EXPECT_LT(lines_in(printed).size(), 24U) << printed;
    expect_answer_on_screen(printed, answer, 24);
  }
}

/// Adds the parts into which headings break after punctuation: all runs of consecutive parts of a word.
void add_parts(std::set<std::string>& words) {
  auto const whole = words;
  for (auto const& word : whole) {
    std::vector<std::size_t> breaks{0};
    for (std::size_t i = 0; i + 1 < word.size(); ++i)
      if (std::string_view(":,=-_/+").find(word[i]) != std::string_view::npos) breaks.push_back(i + 1);
    breaks.push_back(word.size());
    for (std::size_t a = 0; a < breaks.size(); ++a)
      for (std::size_t b = a + 1; b < breaks.size(); ++b)
        for (auto const& part : words_in(word.substr(breaks[a], breaks[b] - breaks[a]))) words.insert(part);
  }
}

/// Cells are not truncated at any width: every word, or a part between punctuation, also occurs on lines of
/// unlimited length.
TEST(Terminal, FitsLinesWithoutTruncatingCellsAtAnyWidth) {
  for (auto const& request : requests()) {
    auto words =
        words_in(weft_command(request + " --wide --all").out + weft_command(request + " --wide").out);
    add_parts(words);
    auto const answer = answer_to(request);
    for (unsigned short const width : {60, 80, 100, 120, 160, 200}) {
      SCOPED_TRACE(fmt::format("{} at {} columns", request, width));
      auto const printed = on_terminal("NO_COLOR=1 " WEFT_COMMAND " " + request + " --no-pager", width, 24);
      expect_answer_on_screen(printed, answer, 24);
      for (auto const& line : lines_in(printed)) {
        EXPECT_LE(display_width(line), width) << line;
        if (line.starts_with("..") || line.starts_with("   ") || line.starts_with("more: ")) continue;
        if (line.find_first_not_of("- ") == std::string::npos) continue;
        for (auto const& word : words_in(line)) EXPECT_TRUE(words.contains(word)) << word << " in: " << line;
      }
    }
  }
}

TEST(Terminal, PagesLongTextAndEndsWithTheAnswer) {
  Scratch const scratch;
  auto const paged = (scratch / "paged").string();
  auto const run = [&](std::string const& settings, std::string const& options) {
    std::ofstream(paged) << "";
    auto printed = on_terminal(settings + " " WEFT_COMMAND " show torus:sides=8x8 " + options, 80, 24);
    return std::pair{printed, text_of(paged)};
  };
  auto const pager = "TERM=xterm NO_COLOR=1 PAGER='cat >" + paged + "'";
  auto const [screen, text] = run(pager, "--all");
  EXPECT_EQ(screen, "");
  EXPECT_TRUE(text.starts_with("64 routers, 64 terminals, radix 5; diameter 8 hops; bisection 16 links\n"))
      << text;
  EXPECT_TRUE(text.ends_with("\n\n64 routers, 64 terminals, radix 5; diameter 8 hops; bisection 16 links\n"));
  EXPECT_EQ(run(pager, "").second, "") << "it fits the screen";
  EXPECT_EQ(run(pager, "--all --no-pager").second, "");
  EXPECT_EQ(run("TERM=xterm NO_COLOR=1 PAGER=no_such_program", "--all").first, text);
  EXPECT_EQ(run("TERM=dumb PAGER='cat >" + paged + "'", "--all").second, "");
}

TEST(Terminal, PrintsBoldHeadingsOnlyOnATerminal) {
  std::string const request = WEFT_COMMAND " load torus:sides=4x4";
  auto const bold = on_terminal("TERM=xterm " + request, 80, 24);
  EXPECT_NE(bold.find("\033[1mThroughput bound per node"), std::string::npos) << bold;
  EXPECT_NE(bold.find("\033[31mbottleneck\033[0m"), std::string::npos) << bold;
  for (auto const* settings : {"TERM=dumb", "TERM=xterm NO_COLOR=1"})
    EXPECT_EQ(on_terminal(std::string(settings) + " " + request, 80, 24).find('\033'), std::string::npos);
  EXPECT_EQ(weft_command("load torus:sides=4x4").out.find('\033'), std::string::npos);
}

TEST(Output, PrintsOneTable) {
  auto const csv = weft_command("show torus:sides=4x4 --table distances --csv");
  EXPECT_EQ(csv.out, "hops,pairs,terminal_pairs\n1,64,64\n2,96,96\n3,64,64\n4,16,16\n") << csv.err;
  auto const text = weft_command("show torus:sides=4x4 --table distances");
  EXPECT_TRUE(text.out.starts_with("Ordered pairs by distance\n\nhops  pairs  terminal pairs\n")) << text.out;
  auto const wrong = weft_command("show torus:sides=4x4 --table distance --csv");
  EXPECT_EQ(wrong.status, 2);
  EXPECT_NE(wrong.err.find("did you mean 'distances'?"), std::string::npos) << wrong.err;
  expect_rejected("show torus --table distances --json", "--table conflicts with --json");
}

TEST(Output, ShowsOrComputesDetailsOnRequest) {
  auto const shown = weft_command("load torus:sides=4x4 --details dilation,channels");
  EXPECT_EQ(shown.status, 0) << shown.err;
  EXPECT_NE(shown.out.find("Distance of traffic (dilation)"), std::string::npos) << shown.out;
  EXPECT_EQ(weft_command("load torus:sides=4x4").out.find("Distance of traffic"), std::string::npos);
  auto const wrong = weft_command("load torus:sides=4x4 --details dilatation");
  EXPECT_EQ(wrong.status, 2);
  EXPECT_NE(wrong.err.find("did you mean 'dilation'?"), std::string::npos) << wrong.err;
}

TEST(Output, ReplacesTheResultOfAnotherRequestOnlyWithReplace) {
  Scratch const scratch;
  auto const to = " -o " + scratch.path().string();
  ASSERT_EQ(weft_command("show petersen --metrics diameter" + to).status, 0);
  EXPECT_EQ(weft_command("show petersen --metrics diameter" + to).status, 0) << "the same request";
  auto const before = text_of(scratch / "result.json");
  auto const other = weft_command("load torus:sides=4x4" + to);
  EXPECT_EQ(other.status, 2);
  EXPECT_NE(other.err.find("contains the result of another request (weft show, run "), std::string::npos)
      << other.err;
  EXPECT_NE(other.err.find("--replace"), std::string::npos) << other.err;
  EXPECT_EQ(text_of(scratch / "result.json"), before);
  EXPECT_EQ(weft_command("load torus:sides=4x4 --replace" + to).status, 0);
  EXPECT_NE(text_of(scratch / "result.json"), before);
}

/// On a terminal of 40 columns words of errors are not cut; a pipe gets one line.
TEST(Terminal, ErrorsAreWrappedAtWords) {
  std::string const request = WEFT_COMMAND " show toruss";
  auto const error = weft_command("show toruss").err;
  ASSERT_GT(error.size(), 41U);
  auto const lines = lines_in(on_terminal("NO_COLOR=1 " + request + " 2>&1 || true", 40, 24));
  ASSERT_GT(lines.size(), 1U);
  std::string joined = lines.front();
  for (std::size_t i = 0; i < lines.size(); ++i) {
    EXPECT_LE(lines[i].size(), 40U) << lines[i];
    if (i == 0) continue;
    EXPECT_TRUE(lines[i].starts_with("  ") && lines[i][2] != ' ') << lines[i];
    joined += lines[i].substr(1);
  }
  EXPECT_EQ(joined + "\n", error);
}

TEST(Output, PrintsTheBestStrategyWithAMappingForALauncher) {
  auto const mapped =
      weft_command("map percs:supernodes=2,links=32 --grid 16x16 --mapping best --format rankfile");
  EXPECT_EQ(mapped.status, 0);
  EXPECT_TRUE(mapped.out.starts_with("rank 0=")) << mapped.out.substr(0, 80);
  EXPECT_NE(mapped.err.find(" is best, throughput bound "), std::string::npos) << mapped.err;
  EXPECT_NE(mapped.err.find("; no mapping exceeds "), std::string::npos) << mapped.err;
  EXPECT_EQ(std::ranges::count(mapped.err, '\n'), 1) << mapped.err;
}

}  // namespace
}  // namespace weft
