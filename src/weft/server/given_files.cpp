// SPDX-License-Identifier: Apache-2.0
#include "weft/server/given_files.hpp"

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <system_error>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "weft/core/error.hpp"
#include "weft/core/param.hpp"
#include "weft/core/spec.hpp"
#include "weft/io/atomic_file.hpp"
#include "weft/io/file.hpp"

namespace weft::server {
namespace {

using std::filesystem::path;

constexpr std::string_view private_name = "weft-explore-";

/// Locks a directory of this user and returns its descriptor; -1 if another process has locked it, if it
/// belongs to another user, or if it is not a directory. The lock ends with the process.
int lock_directory(path const& directory) {
  int const descriptor = open(directory.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  if (descriptor < 0) return -1;
  struct stat status {};
  if (fstat(descriptor, &status) == 0 && status.st_uid == geteuid() &&
      flock(descriptor, LOCK_EX | LOCK_NB) == 0)
    return descriptor;
  close(descriptor);
  return -1;
}

/// Removes the directories of processes that have ended.
void remove_abandoned() {
  std::error_code ignored;
  for (auto const& entry :
       std::filesystem::directory_iterator(std::filesystem::temp_directory_path(), ignored)) {
    if (!entry.path().filename().string().starts_with(private_name)) continue;
    int const descriptor = lock_directory(entry.path());
    if (descriptor < 0) continue;
    std::filesystem::remove_all(entry.path(), ignored);
    close(descriptor);
  }
}

/// Returns the name without characters that are special in paths or specs.
std::string plain_name(std::string_view name) {
  constexpr std::size_t max_size = 100;
  auto const slash = name.find_last_of("/\\");
  if (slash != std::string_view::npos) name.remove_prefix(slash + 1);
  std::string plain;
  for (char const c : name.substr(0, max_size)) {
    bool const is_plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                          c == '-' || (c == '.' && !plain.empty());
    plain += is_plain ? c : '_';
  }
  return plain.empty() ? "file" : plain;
}

/// Returns the part of a path before its first `*`, with links and `..` resolved.
path resolved(std::string const& text) {
  path fixed = text.substr(0, text.find('*'));
  if (fixed.native().size() < text.size()) fixed = fixed.parent_path();
  return std::filesystem::weakly_canonical(std::filesystem::absolute(fixed));
}

bool is_below(path const& file, path const& folder) {
  auto const [rest, ignored] = std::ranges::mismatch(folder, file);
  return rest == folder.end();
}

/// Calls `visit` with the key and path of each file that an argument names, at any nesting depth.
template <class Visit>
void visit_files(Spec::Argument const& argument, Visit const& visit) {
  auto const& [key, value] = argument;
  if (is_file_key(key)) {
    if (key != "host" || value.starts_with('@')) visit(key, value.substr(value.starts_with('@')));
    return;
  }
  if (value.find('=') == std::string::npos) return;
  std::vector<Spec> specs;
  try {
    specs = value.starts_with('[') ? parse_nested(value) : std::vector{Spec::parse(value)};
  } catch (InputError const&) { return; }  // a string with "=" that is not a spec
  for (auto const& spec : specs)
    for (auto const& inner : spec.arguments) visit_files(inner, visit);
}

}  // namespace

PrivateDirectory::PrivateDirectory() {
  remove_abandoned();
  do {  // another process may have removed it as abandoned before the lock
    if (lock_ >= 0) close(lock_);
    auto name = (std::filesystem::temp_directory_path() / (std::string(private_name) + "XXXXXX")).string();
    if (mkdtemp(name.data()) == nullptr)
      throw std::system_error(errno, std::generic_category(), "cannot make " + name);
    path_ = std::filesystem::canonical(name);
    lock_ = lock_directory(path_);
  } while (!directory_exists(path_));
}

PrivateDirectory::~PrivateDirectory() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
  if (lock_ >= 0) close(lock_);
}

path GivenFiles::add(std::string_view name, std::string_view content) {
  std::uint64_t number = 0;
  {
    std::lock_guard const lock(mutex_);
    if (files_ == max_files || bytes_ + content.size() > max_bytes)
      throw InputError("the session has too many files",
                       fmt::format("at most {} files with {} MiB in total", max_files, max_bytes >> 20),
                       "start weft explore again");
    number = ++files_;
    bytes_ += content.size();
  }
  auto const folder = folder_ / std::to_string(number);
  make_directories(folder);
  write_file(folder / plain_name(name), content);
  return folder / plain_name(name);
}

void check_files(std::string_view request, std::vector<path> const& folders) {
  for (auto const& argument : Spec::parse(request).arguments) {
    if (argument.key == "output" && !argument.value.empty())
      throw InputError("output=" + shown(argument.value), "the server writes no files",
                       "omit output: the response contains the file")
          .about("output");
    visit_files(argument, [&](std::string const& key, std::string const& file) {
      auto const target = resolved(file);
      if (std::ranges::none_of(folders, [&](path const& folder) { return is_below(target, folder); }))
        throw InputError(key + "=" + shown(file), "is not in a directory that the server may read",
                         "drop the file on the page, or start weft explore with --files DIR")
            .about(key);
    });
  }
}

std::vector<path> file_folders(std::string_view request) {
  std::vector<path> folders;
  for (auto const& argument : Spec::parse(request).arguments)
    visit_files(argument, [&](std::string const&, std::string const& file) {
      auto const target = resolved(file);
      folders.push_back(std::filesystem::is_directory(target) ? target : target.parent_path());
    });
  return folders;
}

}  // namespace weft::server
