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
#include "weft/core/memory.hpp"
#include "weft/io/given_text.hpp"

namespace weft {
namespace {

[[noreturn]] void fail(char const* problem, std::filesystem::path const& path, int reason) {
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

/// While a text grows, memory holds it and a successor of twice the size.
constexpr std::uint64_t copies_held = 3;

constexpr std::size_t beginning = 65536;

/// At least `most` bytes, or all if there are fewer.
std::string read_all(int descriptor, std::filesystem::path const& path,
                     std::size_t most = std::numeric_limits<std::size_t>::max()) {
  std::string text;
  struct stat status {};
  if (fstat(descriptor, &status) == 0 && S_ISREG(status.st_mode)) {
    auto const size = static_cast<std::uint64_t>(status.st_size);
    if (size <= most) require_memory(size, path.string());
    text.reserve(static_cast<std::size_t>(std::min<std::uint64_t>(size, most)));
  }
  std::array<char, beginning> buffer;  // NOLINT(cppcoreguidelines-pro-type-member-init): filled by read
  for (std::size_t checked = 0;;) {
    auto const size = text.size() >= most ? 0 : read(descriptor, buffer.data(), buffer.size());
    if (size == 0) return text;
    if (size < 0 && errno == EAGAIN) {  // a pipe with a writer, and nothing in it yet
      fcntl(descriptor, F_SETFL, 0);
      continue;
    }
    if (size < 0) {
      if (errno != EINTR) fail("cannot read ", path, errno);
      continue;
    }
    text.append(buffer.data(), static_cast<std::size_t>(size));
    if (text.size() < checked) continue;
    require_memory(copies_held * text.size(), path.string());
    checked = 2 * text.size();
  }
}

constexpr std::string_view byte_order_mark = "\xef\xbb\xbf";

/// A device such as /dev/zero may never end; a terminal does, and /dev/null is empty.
void require_end(int descriptor, std::filesystem::path const& path) {
  struct stat status {};
  struct stat null {};
  bool const device = fstat(descriptor, &status) == 0 && (S_ISCHR(status.st_mode) || S_ISBLK(status.st_mode));
  bool const empty = device && stat("/dev/null", &null) == 0 && status.st_rdev == null.st_rdev;
  if (device && !empty && isatty(descriptor) == 0)
    throw InputError("cannot read " + path.string(), "it is a device, which may never end",
                     "name a file or a pipe");
}

}  // namespace

std::string read_file(std::filesystem::path const& path) {
  if (auto const given = find_given_text(path)) return *given;
  std::error_code ignored;
  bool const is_pipe = std::filesystem::is_fifo(path, ignored);
  // Without O_NONBLOCK, open(2) waits forever for a program that writes to the pipe.
  Descriptor const file(open(path.c_str(), O_RDONLY | O_CLOEXEC | (is_pipe ? O_NONBLOCK : 0)));
  if (file.number < 0) fail("cannot read ", path, errno);
  require_end(file.number, path);
  std::string text = read_all(file.number, path);
  if (is_pipe && text.empty())
    throw InputError("cannot read " + path.string(), "the pipe is empty and no program writes to it");
  if (text.starts_with("\xff\xfe") || text.starts_with("\xfe\xff"))
    throw InputError("cannot read " + path.string(), "it is UTF-16", "save it as UTF-8");
  if (text.starts_with(byte_order_mark)) text.erase(0, byte_order_mark.size());
  return text;
}

std::string read_beginning(std::filesystem::path const& path) {
  if (auto const given = find_given_text(path)) return given->substr(0, beginning);
  Descriptor const file(open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (file.number < 0) fail("cannot read ", path, errno);
  require_end(file.number, path);
  return read_all(file.number, path, beginning).substr(0, beginning);
}

std::string read_regular_file(std::filesystem::path const& path) {
  std::error_code ignored;
  auto const status = std::filesystem::status(path, ignored);
  if (std::filesystem::exists(status) && !std::filesystem::is_regular_file(status))
    throw InputError("cannot read " + path.string(), "not a regular file");
  return read_file(path);
}

void require_writable(std::filesystem::path const& directory) {
  std::error_code error;
  auto existing = std::filesystem::absolute(directory, error);
  while (!std::filesystem::exists(existing, error) && existing.has_relative_path())
    existing = existing.parent_path();
  constexpr char const* problem = "cannot write into ";
  if (!std::filesystem::is_directory(existing, error)) fail(problem, directory, ENOTDIR);
  if (access(existing.c_str(), W_OK | X_OK) != 0) fail(problem, directory, errno);
}

void require_writable_beside(std::filesystem::path const& file) {
  require_writable(std::filesystem::absolute(file).parent_path());
}

bool file_exists(std::filesystem::path const& path) {
  std::error_code ignored;
  return find_given_text(path) || std::filesystem::is_regular_file(path, ignored);
}

bool directory_exists(std::filesystem::path const& path) {
  std::error_code ignored;
  return std::filesystem::is_directory(path, ignored);
}

std::vector<std::filesystem::path> list_directory(std::filesystem::path const& directory) {
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
  if (error) fail("cannot make the directory ", path, error.value());
}

void keep_standard_descriptors() {
  for (int const descriptor : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
    if (fcntl(descriptor, F_GETFD) < 0 && errno == EBADF)
      open("/dev/null",
           descriptor == STDERR_FILENO ? O_WRONLY : O_RDONLY);  // takes the lowest free descriptor
}

}  // namespace weft
