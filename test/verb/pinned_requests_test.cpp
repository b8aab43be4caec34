// SPDX-License-Identifier: Apache-2.0
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "weft/core/error.hpp"
#include "weft/core/spec.hpp"
#include "weft/verb/verb.hpp"

namespace weft {
namespace {

std::filesystem::path const source_folder = WEFT_SOURCE_DIR;
std::filesystem::path const pinned_file = source_folder / "test/data/requests/pinned.txt";

/// Returns a request in the format of the file: the request, its run id, and one line per setting of the
/// resolved request.
std::string resolved_text(std::string const& request) {
  auto const experiment = verb::assemble(Spec::parse(request));
  std::string text = request + "\n  id " + experiment->id() + "\n";
  for (Setting const& setting : experiment->resolved())
    text += "  " + setting.key + " = " + setting.value + "\n";
  return text;
}

/// Returns the blocks of the file; the first line of each is its request.
std::vector<std::string> pinned_blocks() {
  std::vector<std::string> blocks;
  std::ifstream in(pinned_file);
  for (std::string line; std::getline(in, line);) {
    if (!line.starts_with(' ')) blocks.emplace_back();
    blocks.back() += line + "\n";
  }
  return blocks;
}

/// Paths in the requests are relative to the source folder.
class PinnedRequests : public ::testing::Test {
 protected:
  void SetUp() override {
    before_ = std::filesystem::current_path();
    std::filesystem::current_path(source_folder);
  }
  void TearDown() override { std::filesystem::current_path(before_); }

 private:
  std::filesystem::path before_;
};

/// Stored results are found by the hash of the resolved request. A change of code must not change the pinned
/// requests; a change of the meaning of a request requires a new file, written by this test with
/// WEFT_WRITE_PINNED=1, and an entry in the changelog.
TEST_F(PinnedRequests, KeepTheirSettingsAndRunIds) {
  bool const writes = std::getenv("WEFT_WRITE_PINNED") != nullptr;
  auto const blocks = pinned_blocks();
  ASSERT_GE(blocks.size(), 60u);
  std::string written;
  for (std::string const& block : blocks) {
    auto const request = block.substr(0, block.find('\n'));
    try {
      auto const resolved = resolved_text(request);
      written += resolved;
      EXPECT_TRUE(writes || resolved == block) << resolved << "instead of\n" << block;
    } catch (InputError const& error) { ADD_FAILURE() << request << ": " << error.what(); }
  }
  if (writes && !HasFailure()) std::ofstream(pinned_file) << written;
}

}  // namespace
}  // namespace weft
