// SPDX-License-Identifier: Apache-2.0
#include "weft/io/file.hpp"

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <thread>

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include "support/complaint.hpp"
#include "support/scratch.hpp"
#include "weft/core/error.hpp"
#include "weft/io/atomic_file.hpp"
#include "weft/io/readable_folders.hpp"

namespace weft {
namespace {

TEST(ReadFileTest, ReadsAllBytes) {
  Scratch const scratch;
  std::string text(200000, 'x');
  text += '\0';
  write_file(scratch / "a", text);
  EXPECT_EQ(read_file(scratch / "a"), text);
}

TEST(ReadFileTest, ErrorsContainThePathAndTheReason) {
  Scratch const scratch;
  auto const missing = rejection_of([&] { read_file(scratch / "missing"); });
  ASSERT_TRUE(missing);
  EXPECT_EQ(missing->problem, "cannot read " + (scratch / "missing").string());
  EXPECT_EQ(missing->why, "No such file or directory");
  EXPECT_THROW(read_file(scratch.path()), InputError);
}

std::string rejection(std::filesystem::path const& path, std::string (*read)(std::filesystem::path const&)) {
  return rejection_of([&] { read(path); }).value().why;
}

TEST(ReadFileTest, RemovesAByteOrderMark) {
  Scratch const scratch;
  write_file(scratch / "a", "\xef\xbb\xbfnode1");
  EXPECT_EQ(read_file(scratch / "a"), "node1");
  write_file(scratch / "a", "\xff\xfen");
  EXPECT_EQ(rejection(scratch / "a", read_file), "the file is UTF-16");
}

TEST(ReadFileTest, ReadsAPipeWithAWriter) {
  Scratch const scratch;
  auto const pipe = scratch / "pipe";
  ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
  EXPECT_EQ(rejection(pipe, read_file), "the pipe is empty and no program writes to it");
  EXPECT_EQ(rejection(pipe, read_regular_file), "it is not a regular file");
  int const writer = open(pipe.c_str(), O_RDWR);
  std::jthread const other([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    EXPECT_EQ(write(writer, "late", 4), 4);
    close(writer);
  });
  EXPECT_EQ(read_file(pipe), "late");
}

TEST(ReadFileTest, RejectsEndlessDevices) {
  EXPECT_EQ(rejection("/dev/zero", read_file), "a device may be endless");
  EXPECT_EQ(read_file("/dev/null"), "");
}

TEST(MakeDirectoriesTest, CreatesDirectoriesOrReportsTheReason) {
  Scratch const scratch;
  make_directories(scratch / "a/b/c");
  make_directories(scratch / "a/b/c");
  EXPECT_TRUE(std::filesystem::is_directory(scratch / "a/b/c"));
  write_file(scratch / "file", "");
  EXPECT_THROW(make_directories(scratch / "file"), InputError);
  EXPECT_THROW(make_directories(scratch / "file/below"), InputError);
}

/// Runs in a separate process, because the restriction of reads is permanent.
TEST(ReadableFoldersDeathTest, RestrictReads) {
  Scratch const scratch;
  std::filesystem::create_directories(scratch / "in/deep");
  std::filesystem::create_directories(scratch / "inside");
  for (char const* const name : {"secret", "in/a", "in/deep/b", "inside/c"})
    write_file(scratch.path() / name, name);
  std::filesystem::create_symlink(scratch / "secret", scratch / "in/link");
  std::filesystem::create_symlink(scratch.path(), scratch / "in/up");
  auto const check = [&] {
    restrict_reads({scratch / "in"});
    auto const rejected = [&](std::filesystem::path const& path) {
      auto const said = complaint_of([&] { read_file(path); });
      return !file_exists(path) &&
             said.find("outside the directories that this process may read") != std::string::npos;
    };
    bool const good = read_file(scratch / "in/a") == "in/a" &&
                      read_file(scratch / "in/deep/b") == "in/deep/b" && rejected(scratch / "secret") &&
                      rejected(scratch / "in/../secret") && rejected(scratch / "in/link") &&
                      rejected(scratch / "in/up/secret") && rejected(scratch / "inside/c") &&
                      rejected(scratch / "missing") && !directory_exists(scratch.path()) &&
                      complaint_of([&] { list_directory(scratch.path()); }) != "none" &&
                      complaint_of([&] { list_directory(scratch / "in/up"); }) != "none" &&
                      list_directory(scratch / "in").size() == 4;
    std::exit(good ? 0 : 1);
  };
  EXPECT_EXIT(check(), testing::ExitedWithCode(0), "");
}

}  // namespace
}  // namespace weft
