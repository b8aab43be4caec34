// SPDX-License-Identifier: Apache-2.0
#include "weft/io/file_list.hpp"

#include <algorithm>
#include <sstream>

#include <fmt/ranges.h>

#include "weft/core/error.hpp"
#include "weft/io/digest.hpp"
#include "weft/io/file.hpp"

namespace weft {
namespace {

constexpr std::size_t num_digits = 64;
constexpr std::string_view between = "  ";

std::string digits_of(std::string_view content) {
  return fmt::format("{:02x}", fmt::join(sha256(content), ""));
}

bool has_digest(std::string_view line) {
  return line.size() > num_digits + between.size() && line.substr(num_digits, between.size()) == between &&
         line.find_first_not_of("0123456789abcdef") == num_digits;
}

}  // namespace

FileList::FileList(std::filesystem::path const& folder) {
  if (!file_exists(folder / name)) return;
  std::istringstream lines(read_regular_file(folder / name));
  for (std::string line; std::getline(lines, line);) {
    auto const start = has_digest(line) ? num_digits + between.size() : 0;
    entries_.push_back({line.substr(0, start > 0 ? num_digits : 0), line.substr(start)});
  }
}

void FileList::add(std::string file, std::string_view content) {
  entries_.push_back({digits_of(content), std::move(file)});
}

std::vector<std::string> FileList::names() const {
  std::vector<std::string> names;
  for (auto const& entry : entries_) names.push_back(entry.file);
  return names;
}

std::string FileList::text() const {
  std::string text;
  for (auto const& [digest, file] : entries_)
    text += fmt::format("{}{}{}\n", digest, digest.empty() ? "" : between, file);
  return text;
}

void FileList::require_unchanged(std::filesystem::path const& folder, std::string_view file,
                                 std::string_view content) const {
  auto const entry = std::ranges::find(entries_, file, &Entry::file);
  if (entry == entries_.end() || entry->digest.empty() || entry->digest == digits_of(content)) return;
  throw InputError("changed after weft wrote it", fmt::format("its digest differs from the one in {}", name),
                   "write the result again", (folder / file).string());
}

std::string read_listed_file(std::filesystem::path const& path) {
  auto content = read_regular_file(path);
  FileList(path.parent_path()).require_unchanged(path.parent_path(), path.filename().string(), content);
  return content;
}

}  // namespace weft
