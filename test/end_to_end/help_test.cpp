// SPDX-License-Identifier: Apache-2.0
#include <sstream>

#include <gtest/gtest.h>

#include "end_to_end/command.hpp"

namespace weft {
namespace {

std::vector<std::string> lines_of(std::string const& text) {
  std::vector<std::string> lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

bool contains(std::string const& text, std::string const& part) {
  return text.find(part) != std::string::npos;
}

constexpr char const* all_verbs[] = {
    "list",       "show",     "compare", "route",   "simulate",   "sweep",  "load",         "map",
    "collective", "schedule", "judge",   "draw",    "balance",    "queue",  "replay",       "export",
    "explore",    "run",      "explain", "results", "docs",       "report", "universality", "help",
    "deadlock",   "figure",   "config",  "version", "completion", "import"};

TEST(Help, PrintsAScreenOfGroupsForTheBareCommand) {
  auto const bare = weft_command("");
  EXPECT_EQ(bare.status, 0);
  EXPECT_EQ(bare.err, "");
  auto const lines = lines_of(bare.out);
  EXPECT_LE(lines.size(), 40U);
  for (auto const& line : lines) EXPECT_LE(line.size(), 80U) << line;
  for (char const* const heading : {"Networks", "Performance", "Applications", "Fabrics", "Studies", "Files"})
    EXPECT_EQ(std::ranges::count(lines, std::string(heading)), 1) << heading;
  for (char const* const verb : all_verbs) EXPECT_TRUE(contains(bare.out, verb)) << verb;
  EXPECT_EQ(weft_command("help").out, bare.out);
  EXPECT_EQ(weft_command("-h").out, bare.out);
  auto const full = weft_command("--help").out;
  for (char const* const part : {"Exit status", "--version", "WEFT_THREADS", "torus:8x8", "weft.toml"})
    EXPECT_TRUE(contains(full, part)) << part;
}

TEST(Help, PrintsGroupsAndThreeExamplesForAVerb) {
  for (char const* const verb : all_verbs) {
    SCOPED_TRACE(verb);
    auto const brief = weft_command(std::string(verb) + " -h"),
               full = weft_command(std::string(verb) + " --help");
    EXPECT_EQ(brief.status, 0);
    EXPECT_EQ(full.status, 0);
    EXPECT_LE(lines_of(brief.out).size(), 45U);
    EXPECT_TRUE(contains(brief.out, "Usage: weft " + std::string(verb)));
    EXPECT_TRUE(contains(full.out, "Exit status"));
    EXPECT_EQ(weft_command("help " + std::string(verb)).out, full.out);
  }
  auto const simulate = weft_command("simulate --help").out;
  std::size_t at = 0;
  for (char const* const heading : {"\nArguments\n", "\nQuestion\n", "\nNetwork\n", "\nTraffic\n",
                                    "\nFailures\n", "\nOutput\n", "\nExamples\n"}) {
    auto const found = simulate.find(heading, at);
    ASSERT_NE(found, std::string::npos) << heading;
    at = found;
  }
  EXPECT_TRUE(contains(simulate, "Used first of engine flit"));
  auto const lines = lines_of(simulate.substr(at));
  EXPECT_EQ(
      std::ranges::count_if(lines, [](auto const& line) { return line.starts_with("  weft simulate "); }), 3);
}

TEST(Help, ExplainsAnyWord) {
  auto const explained = [](std::string const& word, std::string const& part) {
    SCOPED_TRACE(word);
    auto const result = weft_command("help " + word);
    EXPECT_EQ(result.status, 0) << result.err;
    EXPECT_TRUE(contains(result.out, part)) << result.out.substr(0, 400);
  };
  explained("dragonfly", "groups");
  explained("diameter", "the maximum distance, in hops");
  explained("bisection", "the minimum bandwidth between two halves of the terminals");
  explained("terminal", "where messages begin and end");
  explained("'virtual channel'", "one of several queues that share a channel");
  explained("vc", "one of several queues that share a channel");
  explained("vc_buffer", "flit");
  explained("rankfile", "weft map --format");
  explained("torus", "Closed forms\n\n  torus  n = product of the sides");
  explained("ugal", "local  ");
  explained("livelock", "mention");
  expect_rejected("help xyzzy", "unknown name 'xyzzy'");
  expect_rejected("help torsu", "did you mean 'torus'?");
}

/// The term and the metric come before a traffic pattern and before the parameters of an engine, and the word
/// is not repeated as a setting.
TEST(Help, BeginsWithTheTerm) {
  for (char const* const word : {"bisection", "flit"})
    EXPECT_TRUE(weft_command(std::string("help ") + word).out.starts_with("Term\n")) << word;
  auto const bisection = weft_command("help bisection").out;
  EXPECT_LT(bisection.find("Metric\n"), bisection.find("traffic patterns"));
}

TEST(Help, VersionIsAlsoAVerb) {
  EXPECT_EQ(weft_command("version").out, weft_command("--version").out);
  EXPECT_EQ(weft_command("version").status, 0);
}

}  // namespace
}  // namespace weft
