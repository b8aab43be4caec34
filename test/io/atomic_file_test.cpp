// SPDX-License-Identifier: Apache-2.0
#include "weft/io/atomic_file.hpp"

#include <array>
#include <csignal>

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "support/complaint.hpp"
#include "support/scratch.hpp"
#include "weft/io/file.hpp"

namespace weft {
namespace {

std::string atomic_file_complaint(std::filesystem::path const& path, std::string_view text) {
  return complaint_of([&] { write_file(path, text); });
}

TEST(AtomicFileTest, AppearsCompleteOrNotAtAll) {
  Scratch const scratch;
  {
    AtomicFile file(scratch / "a");
    file.write("half");
    EXPECT_FALSE(std::filesystem::exists(scratch / "a"));
  }
  EXPECT_EQ(scratch.files(), 0u);
  {
    AtomicFile file(scratch / "a");
    file.write("whole");
    file.commit();
  }
  EXPECT_EQ(scratch.files(), 1u);
  EXPECT_EQ(read_file(scratch / "a"), "whole");
}

TEST(AtomicFileTest, ReplacesTheFileOnlyOnCommit) {
  Scratch const scratch;
  write_file(scratch / "a", "old");
  {
    AtomicFile file(scratch / "a");
    file.write("new");
    file.complete();
    EXPECT_EQ(read_file(scratch / "a"), "old");
  }
  EXPECT_EQ(scratch.files(), 1u);
  AtomicFile file(scratch / "a");
  file.write("new");
  file.complete();
  file.commit();
  EXPECT_EQ(read_file(scratch / "a"), "new");
}

TEST(AtomicFileTest, SupportsLongNames) {
  Scratch const scratch;
  std::string const name(255, 'x');  // the maximum of file systems
  write_file(scratch.path() / name, "text");
  EXPECT_EQ(read_file(scratch.path() / name), "text");
}

TEST(AtomicFileTest, KeepsTheOldFileUntilCommitAndPreservesPermissions) {
  Scratch const scratch;
  write_file(scratch / "a", "old");
  std::filesystem::permissions(scratch / "a", std::filesystem::perms(0640));
  AtomicFile file(scratch / "a");
  file.write("new");
  EXPECT_EQ(read_file(scratch / "a"), "old");
  file.commit();
  EXPECT_EQ(read_file(scratch / "a"), "new");
  EXPECT_EQ(std::filesystem::status(scratch / "a").permissions(), std::filesystem::perms(0640));
}

TEST(AtomicFileTest, CreatesFilesWithTheUsersPermissions) {
  Scratch const scratch;
  mode_t const mask = umask(027);
  write_file(scratch / "a", "");
  umask(mask);
  EXPECT_EQ(std::filesystem::status(scratch / "a").permissions(), std::filesystem::perms(0640));
}

TEST(AtomicFileTest, WritesThroughLinks) {
  Scratch const scratch;
  write_file(scratch / "a", "old");
  std::filesystem::create_symlink("a", scratch / "link");
  write_file(scratch / "link", "new");
  EXPECT_TRUE(std::filesystem::is_symlink(scratch / "link"));
  EXPECT_EQ(read_file(scratch / "a"), "new");
}

TEST(AtomicFileTest, CreatesTheTargetOfALink) {
  Scratch const scratch;
  std::filesystem::create_symlink("a", scratch / "link");
  std::filesystem::create_symlink("link", scratch / "link_of_link");
  write_file(scratch / "link_of_link", "new");
  EXPECT_TRUE(std::filesystem::is_symlink(scratch / "link"));
  EXPECT_EQ(read_file(scratch / "a"), "new");
}

TEST(AtomicFileTest, AppendsToADescriptor) {
  Scratch const scratch;
  write_file(scratch / "a", "old ");
  int const descriptor = open((scratch / "a").c_str(), O_WRONLY | O_APPEND);
  write_file("/dev/fd/" + std::to_string(descriptor), "first ");
  write_file("/proc/self/fd/" + std::to_string(descriptor), "second");
  close(descriptor);
  EXPECT_EQ(read_file(scratch / "a"), "old first second");
  EXPECT_EQ(scratch.files(), 1u);
  auto const closed = "/dev/fd/" + std::to_string(descriptor);
  EXPECT_EQ(atomic_file_complaint(closed, "x"), "cannot write " + closed + " (Bad file descriptor)");
}

TEST(AtomicFileTest, WritesIntoAPipe) {
  Scratch const scratch;
  ASSERT_EQ(mkfifo((scratch / "pipe").c_str(), 0600), 0);
  int const reader = open((scratch / "pipe").c_str(), O_RDWR);
  write_file(scratch / "pipe", "through");
  EXPECT_TRUE(std::filesystem::is_fifo(scratch / "pipe"));
  std::array<char, 20> seen{};
  EXPECT_EQ(read(reader, seen.data(), seen.size()), 7);
  close(reader);
}

TEST(AtomicFileTest, ErrorsContainThePathAndTheReason) {
  Scratch const scratch;
  std::string const missing = (scratch / "no/a").string();
  EXPECT_EQ(atomic_file_complaint(missing, "x"), "cannot write " + missing + " (No such file or directory)");
  EXPECT_EQ(atomic_file_complaint(scratch.path(), "x"),
            "cannot write " + scratch.path().string() + " (Is a directory)");
  EXPECT_EQ(atomic_file_complaint("/dev/full", "x"), "cannot write /dev/full (No space left on device)");
  EXPECT_EQ(atomic_file_complaint("/dev/null", "x"), "none");
  if (geteuid() == 0) return;  // root may write everywhere
  std::filesystem::permissions(scratch.path(), std::filesystem::perms(0500));
  EXPECT_EQ(atomic_file_complaint(scratch / "a", "x"),
            "cannot write " + (scratch / "a").string() + " (Permission denied)");
}

TEST(AtomicFileTest, LeavesNoFilesWhenTheDiskIsFull) {
  Scratch const scratch;
  auto const handler = std::signal(SIGXFSZ, SIG_IGN);
  rlimit before{};
  getrlimit(RLIMIT_FSIZE, &before);
  rlimit const small{1000, before.rlim_max};
  setrlimit(RLIMIT_FSIZE, &small);
  std::string const error = atomic_file_complaint(scratch / "a", std::string(5000, 'x'));
  setrlimit(RLIMIT_FSIZE, &before);
  std::signal(SIGXFSZ, handler);
  EXPECT_EQ(error, "cannot write " + (scratch / "a").string() + " (File too large)");
  EXPECT_EQ(scratch.files(), 0u);
}

TEST(AtomicFile, RejectsALoopOfLinks) {
  Scratch const scratch;
  std::filesystem::create_symlink("b", scratch / "a");
  std::filesystem::create_symlink("a", scratch / "b");
  auto const said = complaint_of([&] { AtomicFile const file(scratch / "a"); });
  EXPECT_NE(said.find("Too many levels of symbolic links"), std::string::npos) << said;
  EXPECT_TRUE(std::filesystem::is_symlink(scratch / "a"));
}

}  // namespace
}  // namespace weft
