// SPDX-License-Identifier: Apache-2.0
#include "weft/io/file.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <limits>
#include <system_error>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "weft/core/error.hpp"
#include "weft/core/interrupt.hpp"
#include "weft/core/memory.hpp"
#include "weft/io/given_text.hpp"
#include "weft/io/readable_folders.hpp"
#include "weft/io/unpacked.hpp"

namespace weft {
namespace {

[[noreturn]] void fail(char const* problem, std::filesystem::path const& path, int reason) {
  if (reason == EINTR) throw_if_interrupted();
  throw InputError(problem + path.string(), std::generic_category().message(reason));
}

struct Descriptor {
  explicit Descriptor(int opened) : number(opened) {}
  ~Descriptor() {
    if (number >= 0) close(number);
  }
  Descriptor(Descriptor const&) = delete;
  Descriptor& operator=(Descriptor const&) = delete;
  int const number;
};

/// While a string grows, memory contains the string and a copy of twice the size.
constexpr std::uint64_t text_copies = 3;

constexpr std::size_t beginning = 65536;

/// Calls `visit` for each piece in order, until it returns false.
template <class Visit>
void read_pieces(int descriptor, std::filesystem::path const& path, Visit visit) {
  std::array<char, beginning> buffer;  // NOLINT(cppcoreguidelines-pro-type-member-init): filled by read
  while (true) {
    auto const size = read(descriptor, buffer.data(), buffer.size());
    if (size == 0) return;
    if (size < 0 && errno == EAGAIN) {  // a pipe with a writer but without data so far
      fcntl(descriptor, F_SETFL, 0);
      continue;
    }
    if (size < 0) {
      if (errno != EINTR) fail("cannot read ", path, errno);
      throw_if_interrupted();
      continue;
    }
    if (!visit(std::string_view(buffer.data(), static_cast<std::size_t>(size)))) return;
  }
}

/// Returns the size of a regular file in bytes, or 0 for a pipe.
std::uint64_t size_of_file(int descriptor) {
  struct stat status {};
  bool const is_regular = fstat(descriptor, &status) == 0 && S_ISREG(status.st_mode);
  return is_regular ? static_cast<std::uint64_t>(status.st_size) : 0;
}

/// Reads the file until at least `maximum` bytes have been read, or to its end.
std::string read_all(int descriptor, std::filesystem::path const& path,
                     std::size_t maximum = std::numeric_limits<std::size_t>::max()) {
  std::string text;
  auto const known = std::min<std::uint64_t>(size_of_file(descriptor), maximum);
  require_memory(known, path.string());
  text.reserve(static_cast<std::size_t>(known));
  read_pieces(descriptor, path, [&, checked = known](std::string_view piece) mutable {
    text += piece;
    if (text.size() > checked) {
      require_memory(text_copies * text.size(), path.string());
      checked = 2 * text.size();
    }
    return text.size() < maximum;
  });
  return text;
}

constexpr std::string_view byte_order_mark = "\xef\xbb\xbf";

/// Rejects devices such as /dev/zero, which may never end. Terminals and /dev/null are allowed.
void require_end(int descriptor, std::filesystem::path const& path) {
  struct stat status {};
  struct stat null {};
  bool const device = fstat(descriptor, &status) == 0 && (S_ISCHR(status.st_mode) || S_ISBLK(status.st_mode));
  bool const empty = device && stat("/dev/null", &null) == 0 && status.st_rdev == null.st_rdev;
  if (device && !empty && isatty(descriptor) == 0)
    throw InputError("cannot read " + path.string(), "a device may be endless", "specify a file or a pipe");
}

/// Returns the text without its byte order mark.
std::string_view without_byte_order_mark(std::string_view text, std::filesystem::path const& path) {
  if (text.starts_with("\xff\xfe") || text.starts_with("\xfe\xff"))
    throw InputError("cannot read " + path.string(), "the file is UTF-16", "save it as UTF-8");
  if (text.starts_with(byte_order_mark)) text.remove_prefix(byte_order_mark.size());
  return text;
}

}  // namespace

std::string read_file(std::filesystem::path const& path) {
  if (auto const given = find_given_text(path)) return *given;
  require_read_access(path);
  std::error_code ignored;
  bool const is_pipe = std::filesystem::is_fifo(path, ignored);
  // Without O_NONBLOCK, open(2) waits forever for a program that writes to the pipe.
  Descriptor const file(open(path.c_str(), O_RDONLY | O_CLOEXEC | (is_pipe ? O_NONBLOCK : 0)));
  if (file.number < 0) fail("cannot read ", path, errno);
  require_end(file.number, path);
  std::string text = read_all(file.number, path);
  if (is_pipe && text.empty())
    throw InputError("cannot read " + path.string(), "the pipe is empty and no program writes to it");
  if (is_packed(text, path)) text = unpacked(text, path);
  text.erase(0, text.size() - without_byte_order_mark(text, path).size());
  return text;
}

void visit_regular_file(std::filesystem::path const& path,
                        std::function<void(std::string_view)> const& visit) {
  if (auto const given = find_given_text(path)) return visit(*given);
  require_read_access(path);
  Descriptor const file(open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (file.number < 0) fail("cannot read ", path, errno);
  bool packed = false;
  read_pieces(file.number, path, [&, first = true](std::string_view piece) mutable {
    packed = first && is_packed(piece, path);
    if (packed) return false;
    visit(first ? without_byte_order_mark(piece, path) : piece);
    first = false;
    return true;
  });
  if (packed) visit(read_file(path));
}

std::string read_beginning(std::filesystem::path const& path) {
  if (auto const given = find_given_text(path)) return given->substr(0, beginning);
  require_read_access(path);
  Descriptor const file(open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (file.number < 0) fail("cannot read ", path, errno);
  require_end(file.number, path);
  auto text = read_all(file.number, path, beginning);
  return (is_packed(text, path) ? read_file(path) : std::move(text)).substr(0, beginning);
}

std::string read_regular_file(std::filesystem::path const& path) {
  std::error_code ignored;
  auto const status = std::filesystem::status(path, ignored);
  if (std::filesystem::exists(status) && !std::filesystem::is_regular_file(status))
    throw InputError("cannot read " + path.string(), "it is not a regular file");
  return read_file(path);
}

void require_writable(std::filesystem::path const& directory) {
  if (directory.empty())
    throw InputError("the name of the directory is empty", "",
                     "specify a directory, or . for the current one");
  std::error_code error;
  auto existing = std::filesystem::absolute(directory, error);
  while (!std::filesystem::exists(existing, error) && existing.has_relative_path())
    existing = existing.parent_path();
  constexpr char const* problem = "cannot write into ";
  if (!std::filesystem::is_directory(existing, error)) fail(problem, directory, ENOTDIR);
  if (access(existing.c_str(), W_OK | X_OK) != 0) fail(problem, directory, errno);
}

void require_writable_parent(std::filesystem::path const& file) {
  require_writable(std::filesystem::absolute(file).parent_path());
}

bool file_exists(std::filesystem::path const& path) {
  std::error_code ignored;
  return find_given_text(path) || (is_read_allowed(path) && std::filesystem::is_regular_file(path, ignored));
}

bool directory_exists(std::filesystem::path const& path) {
  std::error_code ignored;
  return is_read_allowed(path) && std::filesystem::is_directory(path, ignored);
}

std::vector<std::filesystem::path> list_directory(std::filesystem::path const& directory) {
  require_read_access(directory.empty() ? "." : directory);
  std::vector<std::filesystem::path> paths;
  std::error_code error;
  for (std::filesystem::directory_iterator entry(directory.empty() ? "." : directory, error), end;
       !error && entry != end; entry.increment(error))
    paths.push_back(entry->path());
  if (error) throw InputError("cannot read the directory", error.message(), "", directory.string());
  std::ranges::sort(paths);
  return paths;
}

void make_directories(std::filesystem::path const& path) {
  std::error_code error;
  std::filesystem::create_directories(path, error);
  if (!error && !std::filesystem::is_directory(path, error))
    error = std::make_error_code(std::errc::not_a_directory);
  if (error) fail("cannot create directory ", path, error.value());
}

void open_standard_descriptors() {
  for (int const descriptor : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
    if (fcntl(descriptor, F_GETFD) < 0 && errno == EBADF)
      open("/dev/null",
           descriptor == STDERR_FILENO ? O_WRONLY : O_RDONLY);  // takes the lowest free descriptor
}

}  // namespace weft
