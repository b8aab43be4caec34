// SPDX-License-Identifier: Apache-2.0
#include "weft/server/confinement.hpp"

#include <array>
#include <cerrno>
#include <fstream>
#include <functional>
#include <string>
#include <thread>

#include <arpa/inet.h>
#include <fcntl.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "support/scratch.hpp"

namespace weft::server {
namespace {

constexpr int unsupported = 100;

/// Returns the exit status of `act` in a process that can read only in `folders`.
int confined(std::vector<std::filesystem::path> const& folders, std::function<int()> const& act) {
  pid_t const process = fork();
  if (process == 0) _exit(confine_thread(folders) ? act() : unsupported);
  int status = 0;
  waitpid(process, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

/// Returns 0 if the file can be opened, otherwise the error.
int open_error(std::filesystem::path const& path, int flags = O_RDONLY) {
  int const descriptor = open(path.c_str(), flags | O_CLOEXEC, 0600);
  if (descriptor < 0) return errno;
  close(descriptor);
  return 0;
}

class ConfinementTest : public testing::Test {
 protected:
  void SetUp() override {
    if (confined({}, [] { return 0; }) == unsupported) GTEST_SKIP() << "this kernel has no Landlock";
    std::ofstream(inside_ / "file") << "inside\n";
    std::ofstream(outside_ / "file") << "outside\n";
  }
  int run(std::function<int()> const& act) const { return confined({inside_.path()}, act); }

  Scratch const inside_, outside_;
};

TEST_F(ConfinementTest, AllowsReadingOnlyInItsFolders) {
  EXPECT_EQ(run([&] { return open_error(inside_ / "file"); }), 0);
  EXPECT_EQ(run([&] { return open_error(inside_.path(), O_RDONLY | O_DIRECTORY); }), 0);
  EXPECT_EQ(run([&] { return open_error(outside_ / "file"); }), EACCES);
  EXPECT_EQ(run([&] { return open_error(outside_.path(), O_RDONLY | O_DIRECTORY); }), EACCES);
  EXPECT_EQ(run([&] { return open_error("/proc/self/environ"); }), EACCES);
  EXPECT_EQ(run([&] { return open_error("/etc/passwd"); }), EACCES);
  EXPECT_EQ(run([&] { return open_error("/proc/meminfo"); }), 0) << "the estimate of memory reads it";
}

TEST_F(ConfinementTest, DeniesLinksAndParentsThatLeadOutside) {
  std::filesystem::create_symlink(outside_ / "file", inside_ / "link");
  EXPECT_EQ(run([&] { return open_error(inside_ / "link"); }), EACCES);
  auto const parent = inside_.path() / ".." / outside_.path().filename() / "file";
  EXPECT_EQ(run([&] { return open_error(parent); }), EACCES);
}

TEST_F(ConfinementTest, DeniesWritingFiles) {
  EXPECT_EQ(run([&] { return open_error(inside_ / "file", O_WRONLY); }), EACCES);
  EXPECT_EQ(run([&] { return open_error(inside_ / "new", O_WRONLY | O_CREAT); }), EACCES);
  EXPECT_EQ(run([&] { return unlink((inside_ / "file").c_str()) == 0 ? 0 : errno; }), EACCES);
  EXPECT_EQ(run([] { return open_error("/dev/null", O_WRONLY); }), EACCES)
      << "standard output was opened before";
}

TEST_F(ConfinementTest, DeniesStartingPrograms) {
  EXPECT_EQ(run([] {
              std::array<char*, 1> arguments{nullptr};
              return execv("/bin/true", arguments.data()) == 0 ? 0 : errno;
            }),
            EACCES);
}

TEST_F(ConfinementTest, ConfinesThreadsThatStartLater) {
  EXPECT_EQ(run([&] {
              int error = 0;
              std::thread([&] { error = open_error(outside_ / "file"); }).join();
              return error;
            }),
            EACCES);
}

}  // namespace
}  // namespace weft::server
