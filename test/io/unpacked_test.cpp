// SPDX-License-Identifier: Apache-2.0
#include "weft/io/unpacked.hpp"

#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string>

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "support/complaint.hpp"
#include "support/scratch.hpp"
#include "weft/io/atomic_file.hpp"
#include "weft/io/file.hpp"

namespace weft {
namespace {

/// Runs a program that compresses or decompresses files in a folder; each program needs a separate text.
class Packed : public testing::TestWithParam<char const*> {
 protected:
  std::filesystem::path pack(std::string const& text) {
    write_file(scratch_ / "text", text);
    auto const path = scratch_ / (GetParam() == std::string("gzip") ? "text.gz" : "text.xz");
    sh(fmt::format("{} -c {} > {}", GetParam(), (scratch_ / "text").string(), path.string()));
    return path;
  }
  /// Returns the bytes of a file, without unpacking.
  std::string bytes_of(std::filesystem::path const& path) {
    std::ifstream in(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
  }
  std::string rejection_of_bytes(std::string const& bytes) {
    auto const path = scratch_ / "changed";
    write_file(path, bytes);
    return complaint_of([&] { read_file(path); });
  }
  static void sh(std::string const& command) { ASSERT_EQ(std::system(command.c_str()), 0) << command; }
  Scratch const scratch_;
};

/// Returns a text that compression reduces only slightly.
std::string random_text(std::size_t size) {
  std::string text;
  for (std::uint32_t state = 1; text.size() < size; state = state * 1664525U + 1013904223U)
    text += static_cast<char>('!' + (state >> 24) % 90);
  return text;
}

TEST_P(Packed, RoundTrips) {
  for (auto const& text : {std::string(), std::string("a"), random_text(65536), random_text(1'000'000)})
    EXPECT_EQ(read_file(pack(text)), text) << text.size();
  EXPECT_EQ(read_file(pack("\xef\xbb\xbfnode")), "node");
}

TEST_P(Packed, IsRecognizedByContent) {
  auto const path = pack("content");
  std::filesystem::rename(path, scratch_ / "renamed");
  EXPECT_EQ(read_file(scratch_ / "renamed"), "content");
}

TEST_P(Packed, ReadsConcatenatedTextsAsOne) {
  auto const path = pack("one ");
  sh(fmt::format("printf two | {} -c >> {}", GetParam(), path.string()));
  EXPECT_EQ(read_file(path), "one two");
  sh(fmt::format("head -c 4096 /dev/zero >> {}", path.string()));
  EXPECT_EQ(read_file(path), "one two");
}

TEST_P(Packed, ReadsTheBeginningAndThePiecesOfTheText) {
  auto const text = random_text(200'000);
  auto const path = pack(text);
  EXPECT_EQ(read_beginning(path), text.substr(0, 65536));
  std::string pieces;
  visit_regular_file(path, [&](std::string_view piece) { pieces += piece; });
  EXPECT_EQ(pieces, text);
}

TEST_P(Packed, RejectsTruncatedText) {
  auto const bytes = bytes_of(pack(random_text(3000)));
  for (std::size_t size = 6; size < bytes.size(); size += 7) {
    auto const said = rejection_of_bytes(bytes.substr(0, size));
    EXPECT_EQ(said, fmt::format("cannot unpack {} (the data are truncated); try {} --test",
                                (scratch_ / "changed").string(), GetParam()))
        << size;
  }
}

TEST_P(Packed, RejectsDamagedText) {
  auto const bytes = bytes_of(pack(random_text(3000)));
  for (std::size_t at = 20; at < bytes.size(); at += 31) {
    auto changed = bytes;
    changed[at] = static_cast<char>(changed[at] ^ 0x20);
    auto const said = rejection_of_bytes(changed);
    EXPECT_TRUE(said.starts_with("cannot unpack ")) << at << ": " << said;
    EXPECT_EQ(said.find('\n'), std::string::npos);
  }
  EXPECT_NE(rejection_of_bytes(bytes + "and what is not packed").find("the data are damaged"),
            std::string::npos);
}

TEST_P(Packed, RejectsExcessiveGrowthEarly) {
  // 300 MiB of one letter: more than 256 MiB, and more than 200 times the compressed size.
  auto const path = scratch_ / (GetParam() == std::string("gzip") ? "text.gz" : "text.xz");
  auto const* const level = GetParam() == std::string("gzip") ? "-6" : "-1";
  sh(fmt::format("head -c 314572800 /dev/zero | {} {} -c > {}", GetParam(), level, path.string()));
  auto const said = complaint_of([&] { read_file(path); });
  EXPECT_TRUE(said.starts_with("cannot unpack " + path.string() + " (its ")) << said;
}

INSTANTIATE_TEST_SUITE_P(Programs, Packed, testing::Values("gzip", "xz"));

TEST(Unpacked, RejectsContentThatContradictsTheName) {
  Scratch const scratch;
  write_file(scratch / "a.gz", "num_ranks 2");
  EXPECT_EQ(
      complaint_of([&] { read_file(scratch / "a.gz"); }),
      "cannot unpack " + (scratch / "a.gz").string() +
          " (the name ends in .gz or .xz, but the content is neither); rename the file, or compress it with gzip or xz");
  write_file(scratch / "b.xz", "");
  EXPECT_EQ(complaint_of([&] { read_file(scratch / "b.xz"); }),
            "cannot unpack " + (scratch / "b.xz").string() + " (the data are truncated)");
}

RC_GTEST_PROP(Unpacked, RejectsAnyBytesInOneLine, (std::string const& bytes)) {
  for (auto const& mark : {std::string("\x1f\x8b\x08", 3), std::string("\xfd"
                                                                       "7zXZ\0",
                                                                       6)}) {
    auto const said = complaint_of([&] { unpacked(mark + bytes, "file"); });
    RC_ASSERT(said.find('\n') == std::string::npos);
  }
}

}  // namespace
}  // namespace weft
