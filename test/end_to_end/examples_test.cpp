// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <vector>

#include <gtest/gtest.h>

#include "end_to_end/command.hpp"
#include "weft/report/explorer_page.hpp"

namespace weft {
namespace {

namespace fs = std::filesystem;

/// Returns the arguments of every `./run weft ...` in code blocks and inline code of a page, without comments
/// and pipes.
std::vector<std::string> examples_of(fs::path const& page) {
  std::vector<std::string> examples;
  std::string const text = text_of(page), mark = "./run weft ";
  for (auto at = text.find(mark); at != std::string::npos; at = text.find(mark, at + 1)) {
    auto const end = text.find_first_of("#`|\n", at);
    examples.push_back(text.substr(at + mark.size(), end - at - mark.size()));
  }
  return examples;
}

/// Returns whether an example is skipped: studies and runs of a million messages, which belong to
/// `published`, verbs that write pages of the project, and commands that read the user's fabric, OpenSM
/// tables, or a trace.
bool is_long(std::string const& example) {
  constexpr std::array parts{"clex-tables",
                             "clex-allgather",
                             "clex-demo",
                             "sustained-throughput",
                             "percs-tables",
                             "percs-open-problem",
                             "torus-collectives",
                             "sparse-torus",
                             "mapping-shootout",
                             "head-of-line",
                             "dragonfly-ugal",
                             "equal-cost",
                             "booksim-validation",
                             "run studies/opensm-engines",
                             "run studies/allocation",
                             "strategy best",
                             "m=32",
                             "m=64",
                             "128x128",
                             "bytes 1k..1M",
                             "slimfly_5_4/updn",
                             "kary_ntree:arity=4,levels=3 dragonfly",
                             "sweep torus:sides=8x8 --report",
                             "docs",
                             "file=trace",
                             "file=application.goal",
                             "file=dumpi-",
                             "file=et.",
                             "path=out/loaded"};
  if (example.starts_with("explore"))
    return example.find("--static") == std::string::npos ||
           !report::has_explorer_module();  // serves until interrupted
  for (char const* const file : {"fabric.ibnet", "torus88.cfg"})
    if (example.find(file) != std::string::npos) return true;
  if (example.starts_with("show")) return false;
  return std::ranges::any_of(parts,
                             [&](char const* part) { return example.find(part) != std::string::npos; });
}

/// Returns the example with its results in the scratch directory instead of its own path. Later examples of
/// the page find there the files that an earlier one wrote to out/.
std::string moved(std::string example, Scratch const& scratch, std::size_t number) {
  if (example.starts_with("explain")) return example;
  auto const folder = scratch.path().string();
  auto const place = [&](std::string const& option, std::string const& words) {
    auto const at = example.find(option), begin = at + option.size();
    if (at == std::string::npos) return false;
    auto const end = std::min(example.find(' ', begin), example.size());
    auto const given = example.substr(begin, end - begin);
    example.replace(
        begin, end - begin,
        folder + "/" + (given.starts_with("out/") ? given : words + fs::path(given).extension().string()));
    return true;
  };
  place(" --report ", "report" + std::to_string(number));
  bool const has_output =
      place(" -o ", std::to_string(number)) || place(" --static ", std::to_string(number));
  for (std::string const mark : {" out/", "=out/"})
    while (example.find(mark) != std::string::npos)
      example.replace(example.find(mark), mark.size(), mark[0] + folder + "/out/");
  if (has_output) return example;
  while (example.ends_with(' ')) example.pop_back();
  bool const writes_file = example.starts_with("draw") || example.starts_with("export");
  bool const is_study = example.starts_with("run ");
  return example + " -o " + folder + "/" + (writes_file || !is_study ? std::to_string(number) : "out");
}

/// Runs the short examples of README, docs and studies: either the studies or all others. Returns their
/// number.
std::size_t run_examples(bool studies) {
  Scratch const scratch;
  fs::create_directory(scratch.path() / "out");
  std::size_t ran = 0;
  std::vector<fs::path> pages{WEFT_SOURCE_DIR "/README.md"};
  for (char const* folder : {"/docs", "/studies"})
    for (auto const& entry : fs::recursive_directory_iterator(std::string(WEFT_SOURCE_DIR) + folder))
      if (entry.path().extension() == ".md") pages.push_back(entry.path());
  for (auto const& page : pages)
    for (auto const& example : examples_of(page)) {
      if (is_long(example) || example.starts_with("run ") != studies) continue;
      auto const result = weft_command(moved(example, scratch, ran), "cd " WEFT_SOURCE_DIR " &&");
      EXPECT_EQ(result.status, 0) << page << ": " << example << "\n" << result.err;
      ++ran;
    }
  return ran;
}

TEST(ExamplesSlow, AllInReadmeAndDocsRun) { EXPECT_GE(run_examples(false), 5U); }

TEST(StudiesSlow, AllRun) { EXPECT_GE(run_examples(true), 3U); }

}  // namespace
}  // namespace weft
