#include "weft/io/file.hpp"

#include <array>
#include <cerrno>
#include <system_error>

#include <fcntl.h>
#include <unistd.h>

#include "weft/core/error.hpp"
#include "weft/core/memory.hpp"

namespace weft {
namespace {

[[noreturn]] void fail(char const* problem, std::filesystem::path const& path, int reason) {
  throw InputError(problem + path.string(), std::generic_category().message(reason));
}

struct Descriptor {
  explicit Descriptor(int opened) : number(opened) {}
  ~Descriptor() { close(number); }
  Descriptor(Descriptor const&) = delete;
  Descriptor& operator=(Descriptor const&) = delete;
  int const number;
};

/// Of a text while it grows: itself, its successor of twice the size.
constexpr std::uint64_t copies_held = 3;

}  // namespace

std::string read_file(std::filesystem::path const& path) {
  constexpr char const* problem = "cannot read ";
  Descriptor const file(open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (file.number < 0) fail(problem, path, errno);
  std::string text;
  std::array<char, 65536> buffer;  // NOLINT(cppcoreguidelines-pro-type-member-init): filled by read
  for (;;) {
    auto const size = read(file.number, buffer.data(), buffer.size());
    if (size == 0) return text;
    if (size > 0) {
      text.append(buffer.data(), static_cast<std::size_t>(size));
      require_memory(copies_held * text.size(), path.string());
    } else if (errno != EINTR)
      fail(problem, path, errno);
  }
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

void make_directories(std::filesystem::path const& path) {
  std::error_code error;
  std::filesystem::create_directories(path, error);
  if (!error && !std::filesystem::is_directory(path, error))
    error = std::make_error_code(std::errc::not_a_directory);
  if (error) fail("cannot make the directory ", path, error.value());
}

}  // namespace weft
