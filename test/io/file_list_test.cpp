// SPDX-License-Identifier: Apache-2.0
#include "weft/io/file_list.hpp"

#include <gtest/gtest.h>

#include "support/complaint.hpp"
#include "support/scratch.hpp"
#include "weft/io/atomic_file.hpp"

namespace weft {
namespace {

// `printf abc | sha256sum`: the example of FIPS 180-4.
std::string const abc = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";

TEST(FileList, UsesTheFormatOfSha256sum) {
  FileList list;
  list.add("a.csv", "abc");
  EXPECT_EQ(list.text(), abc + "  a.csv\n");
}

TEST(FileList, DetectsModifiedFiles) {
  Scratch const scratch;
  write_file(scratch.path() / FileList::name, abc + "  a.csv\n");
  write_file(scratch.path() / "a.csv", "abc");
  EXPECT_EQ(read_listed_file(scratch.path() / "a.csv"), "abc");
  write_file(scratch.path() / "a.csv", "abd");
  auto const complaint = complaint_of([&] { read_listed_file(scratch.path() / "a.csv"); });
  EXPECT_NE(complaint.find("a.csv: changed after weft wrote it"), std::string::npos) << complaint;
}

TEST(FileList, AcceptsFilesWithoutADigest) {
  Scratch const scratch;
  write_file(scratch.path() / "a.csv", "abd");
  EXPECT_EQ(read_listed_file(scratch.path() / "a.csv"), "abd");
  write_file(scratch.path() / FileList::name, "a.csv\nresult.json\n");  // of an older version
  EXPECT_EQ(FileList(scratch.path()).names(), (std::vector<std::string>{"a.csv", "result.json"}));
  EXPECT_EQ(read_listed_file(scratch.path() / "a.csv"), "abd");
}

}  // namespace
}  // namespace weft
