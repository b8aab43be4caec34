// SPDX-License-Identifier: Apache-2.0
#include <map>
#include <set>

#include <gtest/gtest.h>

#include "end_to_end/command.hpp"

namespace weft {
namespace {

/// The files that the wrong inputs use.
std::map<std::string, std::string> const& files() {
  static std::map<std::string, std::string> const all = [] {
    std::map<std::string, std::string> made{
        {"text.txt", "some text\nthat is no graph\n"},
        {"empty.txt", ""},
        {"binary.dat", "\x01\x02\xff\n"},
        {"loose.el", "0 1\n1 2\n"},
        {"bad.el", "0 1\n1\n"},
        {"bad.graph", "3 2\n2\n1 4\n2\n"},
        {"bad.graphml",
         "<graphml><graph><node id=\"a\"/><edge source=\"a\" target=\"b\"/></graph></graphml>\n"},
        {"bad.mtx", "%%MatrixMarket matrix coordinate real general\n2 2 1\n1 3 1\n"},
        {"bad.anynet", "router 0 router\n"},
        {"bad_messages.txt", "0 1\n2\n"},
        {"bad_placement.txt", "0\n0\n"},
        {"short.swf", "1 0 -1\n"},
        {"back.swf",
         "1 5 -1 5 4 -1 -1 8 9 -1 1 3 4 5 0 1 -1 -1\n2 3 -1 5 4 -1 -1 8 9 -1 1 3 4 5 0 1 -1 -1\n"},
        {"large.swf", "1 5 -1 5 99999 -1 -1 -1 9 -1 1 3 4 5 0 1 -1 -1\n"},
        {"no_jobs.swf", "; MaxProcs: 4\n1 5 -1 -1 4 -1 -1 8 9 -1 1 3 4 5 0 1 -1 -1\n"},
        {"bad_jobs.csv", "submit,run,nodes\n0,1,0\n"},
        {"broken_study/study.toml", "title = "},
        {"wrong_study/study.toml", "title = \"t\"\n[[run]]\nverb = \"shwo\"\ntopology = \"torus\"\n"},
        {"good_study/study.toml", "title = \"t\"\n[[run]]\nverb = \"show\"\ntopology = \"petersen\"\n"}};
    made["wrong_figure/study.toml"] = made["good_study/study.toml"] + "[[present]]\nkind = \"tabel\"\n";
    auto& deep = made["deep_study/study.toml"] = "a";
    for (int i = 0; i < 40'000; ++i) deep += ".a";
    deep += " = 1\n";
    return made;
  }();
  return all;
}

void make_files(std::filesystem::path const& folder) {
  std::filesystem::create_directory(folder / "empty_folder");
  for (auto const& [name, content] : files()) {
    std::filesystem::create_directories((folder / name).parent_path());
    std::ofstream(folder / name) << content;
  }
}

/// Returns the contents of all files below a folder, by path; directories are empty.
std::map<std::string, std::string> contents_of(std::filesystem::path const& folder) {
  std::map<std::string, std::string> contents;
  for (auto const& entry : std::filesystem::recursive_directory_iterator(folder))
    contents[entry.path().string()] = entry.is_directory() ? "" : text_of(entry.path());
  return contents;
}

std::vector<std::string> wrong_inputs() {
  std::vector<std::string> lines;
  std::ifstream file(WEFT_SOURCE_DIR "/test/data/wrong_inputs.txt");
  for (std::string line; std::getline(file, line);)
    if (!line.empty() && line[0] != '#') lines.push_back(line);
  return lines;
}

// Programs start slowly under sanitizers: only every fourth input is tested.
#ifdef WEFT_SANITIZED
constexpr std::size_t input_step = 4;
#else
constexpr std::size_t input_step = 1;
#endif

TEST(WrongInputs, PrintOneLineAndChangeNoFiles) {
  auto const inputs = wrong_inputs();
  ASSERT_GE(inputs.size(), 300U);
  EXPECT_EQ(std::set(inputs.begin(), inputs.end()).size(), inputs.size()) << "some stand there twice";
  Scratch const scratch;
  make_files(scratch.path());
  auto const before = contents_of(scratch.path());
  for (std::size_t i = 0; i < inputs.size(); i += input_step) {
    SCOPED_TRACE("weft " + inputs[i]);
    auto const result = weft_command(inputs[i], "cd " + scratch.path().string() + " && timeout 60");
    EXPECT_EQ(result.status, 2);
    EXPECT_EQ(result.out, "");
    EXPECT_TRUE(result.err.starts_with("weft: ")) << result.err;
    EXPECT_EQ(result.err.find('\n'), result.err.size() - 1) << result.err;
    EXPECT_LT(result.err.size(), 400U) << result.err;
    ASSERT_EQ(contents_of(scratch.path()), before);
  }
}

}  // namespace
}  // namespace weft
