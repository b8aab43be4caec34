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

/// A request as the file has it: the request, the run id, and each setting of the resolved request on a line.
std::string resolved_text(std::string const& request) {
  auto const experiment = verb::assemble(Spec::parse(request));
  std::string text = request + "\n  id " + experiment->id() + "\n";
  for (Setting const& setting : experiment->resolved())
    text += "  " + setting.key + " = " + setting.value + "\n";
  return text;
}

/// The blocks of the file, each with its request in the first line.
std::vector<std::string> pinned_blocks() {
  std::vector<std::string> blocks;
  std::ifstream in(pinned_file);
  for (std::string line; std::getline(in, line);) {
    if (!line.starts_with(' ')) blocks.emplace_back();
    blocks.back() += line + "\n";
  }
  return blocks;
}

/// Paths in the requests are relative to the folder of the sources.
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

/// Stored results are found by the hash of the resolved request. A change of code leaves the requests of the
/// file as they are; a change of what a request means writes the file again, by this test with
/// WEFT_WRITE_PINNED=1, and the changelog says so.
TEST_F(PinnedRequests, HaveTheSameSettingsAndRunIds) {
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
