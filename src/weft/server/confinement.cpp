// SPDX-License-Identifier: Apache-2.0
#include "weft/server/confinement.hpp"

#include <array>
#include <cstdint>
#include <filesystem>

#include <fcntl.h>
#include <linux/landlock.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace weft::server {
namespace {

/// The argument of landlock_create_ruleset in version 4 of the interface; older headers declare only the
/// first member.
struct Ruleset {
  std::uint64_t handled_access_fs = 0, handled_access_net = 0;
};

constexpr std::uint64_t read_file = LANDLOCK_ACCESS_FS_READ_FILE,
                        read_directory = LANDLOCK_ACCESS_FS_READ_DIR;
/// Access rights of the first, second and third version of the interface: bits 0 to 12, 13 and 14.
constexpr std::uint64_t rights_1 = (std::uint64_t{1} << 13) - 1, rights_2 = std::uint64_t{1} << 13,
                        rights_3 = std::uint64_t{1} << 14;
constexpr std::uint64_t tcp_rights = 3;  ///< since the fourth version: bind and connect

/// System files that libraries of a session read: memory, processors and limits of this process, shared
/// libraries, time zones. They contain no user data.
constexpr std::array system_files{"/proc/meminfo",
                                  "/proc/cpuinfo",
                                  "/proc/stat",
                                  "/proc/self/maps",
                                  "/proc/self/mounts",
                                  "/proc/self/mountinfo",
                                  "/proc/self/cgroup",
                                  "/proc/self/status",
                                  "/proc/self/statm",
                                  "/sys/fs/cgroup",
                                  "/sys/devices/system",
                                  "/etc/ld.so.cache",
                                  "/etc/localtime",
                                  "/usr/share/zoneinfo",
                                  "/lib",
                                  "/lib64",
                                  "/usr/lib",
                                  "/usr/lib64",
                                  "/usr/local/lib",
                                  "/dev/null",
                                  "/dev/urandom"};

long restrict_self(int ruleset) { return syscall(SYS_landlock_restrict_self, ruleset, 0U); }

/// Allows reading a file, or a directory and the files below. Ignores paths that do not exist.
void allow(int ruleset, char const* path) {
  int const descriptor = open(path, O_PATH | O_CLOEXEC);
  if (descriptor < 0) return;
  struct stat status {};
  if (fstat(descriptor, &status) == 0) {
    landlock_path_beneath_attr rule{};
    rule.allowed_access = S_ISDIR(status.st_mode) ? read_file | read_directory : read_file;
    rule.parent_fd = descriptor;
    syscall(SYS_landlock_add_rule, ruleset, LANDLOCK_RULE_PATH_BENEATH, &rule, 0U);
  }
  close(descriptor);
}

}  // namespace

bool confine_thread(std::span<std::filesystem::path const> readable) {
  auto const version =
      syscall(SYS_landlock_create_ruleset, nullptr, 0U, std::uint32_t{LANDLOCK_CREATE_RULESET_VERSION});
  if (version < 1) return false;
  Ruleset handled{.handled_access_fs = rights_1};
  if (version >= 2) handled.handled_access_fs |= rights_2;
  if (version >= 3) handled.handled_access_fs |= rights_3;
  if (version >= 4) handled.handled_access_net = tcp_rights;
  auto const size = version >= 4 ? sizeof handled : sizeof handled.handled_access_fs;
  auto const ruleset = static_cast<int>(syscall(SYS_landlock_create_ruleset, &handled, size, 0U));
  if (ruleset < 0) return false;
  for (auto const& path : readable) allow(ruleset, path.c_str());
  for (auto const* path : system_files) allow(ruleset, path);
  bool const is_confined = prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 && restrict_self(ruleset) == 0;
  close(ruleset);
  return is_confined;
}

}  // namespace weft::server
