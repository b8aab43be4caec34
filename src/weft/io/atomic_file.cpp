// SPDX-License-Identifier: Apache-2.0
#include "weft/io/atomic_file.hpp"

#include <cerrno>
#include <charconv>
#include <cstdio>
#include <optional>
#include <system_error>
#include <utility>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include "weft/core/error.hpp"
#include "weft/core/interrupt.hpp"

namespace weft {
namespace {

constexpr std::size_t buffer_size = 1 << 16;
constexpr int attempts = 1000;
/// Maximum number of bytes of the final name in the name of a temporary file: file systems allow 255 in
/// total.
constexpr std::size_t max_name_bytes = 200;

/// Creates a temporary file in the folder of `path`, with the permissions of new files of the user. Returns
/// its name and its descriptor, or -1.
std::pair<std::filesystem::path, int> create_temporary(std::filesystem::path const& path) {
  auto const beginning = path.filename().string().substr(0, max_name_bytes);
  std::filesystem::path name;
  int descriptor = -1;
  for (int attempt = 0; attempt < attempts; ++attempt) {
    name = path.parent_path() / fmt::format(".{}.{}-{}", beginning, getpid(), attempt);
    descriptor = open(name.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (descriptor >= 0 || errno != EEXIST) break;
  }
  return {name, descriptor};
}

/// Makes the rename durable across a power failure, on file systems that support it.
void sync_directory(std::filesystem::path const& file) {
  std::filesystem::path const parent = file.has_parent_path() ? file.parent_path() : ".";
  int const directory = open(parent.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (directory < 0) return;
  fsync(directory);
  close(directory);
}

/// Returns N if the path is /dev/fd/N or an equivalent, which names a descriptor of this process and not a
/// file.
std::optional<int> descriptor_in_path(std::filesystem::path const& path) {
  std::error_code ignored;
  auto const folder = path.lexically_normal().parent_path();
  bool const lists_descriptors =
      folder == "/proc/self/fd" || folder == "/dev/fd" ||
      (!folder.empty() && std::filesystem::equivalent(folder, "/proc/self/fd", ignored));
  std::string const name = path.filename();
  int number = 0;
  auto const [end, error] = std::from_chars(name.data(), name.data() + name.size(), number);
  bool const read = error == std::errc{} && end == name.data() + name.size();
  return lists_descriptors && read ? std::optional(number) : std::nullopt;
}

constexpr int max_links = 40;

/// Resolves symbolic links, up to a path that is not a link or that names a descriptor.
std::filesystem::path resolve_links(std::filesystem::path path) {
  for (int link = 0; link < max_links && !descriptor_in_path(path); ++link) {
    std::error_code error;
    auto const target = std::filesystem::read_symlink(path, error);
    if (error) break;
    path = path.parent_path() / target;
  }
  return path;
}

/// Duplicates the descriptor `number`.
int duplicate(int number) {
  if (number == STDOUT_FILENO) std::fflush(stdout);  // earlier output comes first
  return fcntl(number, F_DUPFD_CLOEXEC, 0);
}

}  // namespace

AtomicFile::AtomicFile(std::filesystem::path path) : path_(std::move(path)) {
  auto const place = resolve_links(path_);
  if (auto const number = descriptor_in_path(place)) {
    descriptor_ = duplicate(*number);
    if (descriptor_ < 0) fail();
    return;
  }
  path_ = place;
  struct stat status {};
  bool const exists = stat(path_.c_str(), &status) == 0;
  if (!exists && errno == ELOOP) fail();
  if (exists && !S_ISREG(status.st_mode)) {
    descriptor_ = open(path_.c_str(), O_WRONLY | O_CLOEXEC);
    if (descriptor_ < 0) fail();
    return;
  }
  if (exists && access(path_.c_str(), W_OK) != 0) fail();
  std::filesystem::path temporary;
  std::tie(temporary, descriptor_) = create_temporary(path_);
  if (descriptor_ < 0) fail();
  temporary_.emplace(temporary);
  if (exists) fchmod(descriptor_, status.st_mode & 07777);
}

AtomicFile::~AtomicFile() {
  if (descriptor_ >= 0) close(descriptor_);
  if (temporary_) unlink(temporary_->path().c_str());
}

void AtomicFile::write(std::string_view text) {
  buffer_ += text;
  if (buffer_.size() >= buffer_size) flush();
}

void AtomicFile::complete() {
  WEFT_EXPECT(descriptor_ >= 0);
  flush();
  if (temporary_ && fsync(descriptor_) != 0) fail();
  if (close(std::exchange(descriptor_, -1)) != 0 && errno != EINTR) fail();
}

void AtomicFile::commit() {
  if (descriptor_ >= 0) complete();
  if (!temporary_) return;
  if (rename(temporary_->path().c_str(), path_.c_str()) != 0) fail();
  temporary_.reset();
  sync_directory(path_);
}

void AtomicFile::flush() {
  std::string_view rest = buffer_;
  while (!rest.empty()) {
    auto const written = ::write(descriptor_, rest.data(), rest.size());
    if (written > 0)
      rest.remove_prefix(static_cast<std::size_t>(written));
    else if (errno == EINTR)
      throw_if_interrupted();
    else
      fail();
  }
  buffer_.clear();
}

void AtomicFile::fail() const {
  int const reason = errno;
  if (reason == EINTR) throw_if_interrupted();
  throw InputError("cannot write " + path_.string(), std::generic_category().message(reason));
}

void write_file(std::filesystem::path const& path, std::string_view text) {
  AtomicFile file(path);
  file.write(text);
  file.commit();
}

}  // namespace weft
