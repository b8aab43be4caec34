// SPDX-License-Identifier: Apache-2.0
#include "weft/io/readable_folders.hpp"

#include <algorithm>
#include <optional>
#include <system_error>
#include <utility>

#include "weft/core/error.hpp"

namespace weft {
namespace {

using std::filesystem::path;

/// Folders that this process may read; nullopt: all files.
std::optional<std::vector<path>>& readable_folders() {
  static std::optional<std::vector<path>> folders;
  return folders;
}

bool is_below(path const& place, path const& folder) {
  auto const [rest, ignored] = std::ranges::mismatch(folder, place);
  return rest == folder.end();
}

}  // namespace

void restrict_reads(std::vector<path> folders) {
  for (auto& folder : folders) folder = std::filesystem::weakly_canonical(std::filesystem::absolute(folder));
  readable_folders() = std::move(folders);
}

bool is_read_allowed(path const& path) {
  auto const& folders = readable_folders();
  if (!folders) return true;
  std::error_code error;
  auto const place = std::filesystem::weakly_canonical(std::filesystem::absolute(path, error), error);
  if (error) return false;
  return std::ranges::any_of(*folders, [&](auto const& folder) { return is_below(place, folder); });
}

void require_read_access(path const& path) {
  if (!is_read_allowed(path))
    throw InputError("cannot read " + path.string(),
                     "the path is outside the directories that this process may read");
}

void require_read_access_below(path const& folder) {
  require_read_access(folder);
  if (!readable_folders()) return;
  std::error_code error;
  for (std::filesystem::recursive_directory_iterator entry(folder, error), end; !error && entry != end;
       entry.increment(error))
    require_read_access(entry->path());
}

}  // namespace weft
