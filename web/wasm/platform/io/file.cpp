// SPDX-License-Identifier: Apache-2.0
#include "weft/io/file.hpp"

#include <set>

#include "memory_files.hpp"
#include "weft/core/error.hpp"
#include "weft/io/unpacked.hpp"

namespace weft {
namespace {

constexpr std::string_view byte_order_mark = "\xef\xbb\xbf";

/// What the keys of all files below a directory begin with.
std::string prefix_of(std::filesystem::path const& directory) {
  auto const key = file_key(directory);
  return key.empty() ? key : key + '/';
}

}  // namespace

std::map<std::string, std::string, std::less<>>& memory_files() {
  static std::map<std::string, std::string, std::less<>> files;
  return files;
}

std::string file_key(std::filesystem::path const& path) {
  std::string key;
  std::string_view rest = path.native();
  while (!rest.empty()) {
    auto const name = rest.substr(0, rest.find('/'));
    rest.remove_prefix(std::min(name.size() + 1, rest.size()));
    if (name.empty() || name == ".") continue;
    if (!key.empty()) key += '/';
    key += name;
  }
  return key;
}

std::string read_file(std::filesystem::path const& path) {
  auto const file = memory_files().find(file_key(path));
  if (file == memory_files().end())
    throw InputError("cannot read " + path.string(), "No such file or directory");
  auto const& text = file->second;
  if (is_packed(text, path)) return unpacked(text, path);
  if (text.starts_with("\xff\xfe") || text.starts_with("\xfe\xff"))
    throw InputError("cannot read " + path.string(), "it is UTF-16", "save it as UTF-8");
  return text.substr(text.starts_with(byte_order_mark) ? byte_order_mark.size() : 0);
}

void visit_regular_file(std::filesystem::path const& path,
                        std::function<void(std::string_view)> const& visit) {
  visit(read_file(path));
}

std::string read_beginning(std::filesystem::path const& path) {
  constexpr std::size_t beginning = 65536;
  return read_file(path).substr(0, beginning);
}

std::string read_regular_file(std::filesystem::path const& path) {
  if (directory_exists(path)) throw InputError("cannot read " + path.string(), "not a regular file");
  return read_file(path);
}

void require_writable(std::filesystem::path const& /*directory*/) {}
void require_writable_parent(std::filesystem::path const& /*file*/) {}
void make_directories(std::filesystem::path const& /*path*/) {}
void open_standard_descriptors() {}

bool file_exists(std::filesystem::path const& path) { return memory_files().contains(file_key(path)); }

bool directory_exists(std::filesystem::path const& path) {
  auto const prefix = prefix_of(path);
  auto const first = memory_files().lower_bound(prefix);
  return prefix.empty() || (first != memory_files().end() && first->first.starts_with(prefix));
}

std::vector<std::filesystem::path> list_directory(std::filesystem::path const& directory) {
  if (!directory_exists(directory))
    throw InputError("cannot read the directory", "No such file or directory", "", directory.string());
  auto const prefix = prefix_of(directory);
  std::set<std::string> names;
  auto& files = memory_files();
  for (auto file = files.lower_bound(prefix); file != files.end() && file->first.starts_with(prefix); ++file)
    names.insert(file->first.substr(prefix.size(), file->first.find('/', prefix.size()) - prefix.size()));
  std::vector<std::filesystem::path> paths;
  for (auto const& name : names) paths.push_back((directory.empty() ? "." : directory) / name);
  return paths;
}

}  // namespace weft
