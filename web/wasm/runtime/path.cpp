// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <filesystem>

// The members of std::filesystem::path that libc++ has in its library, not in its headers, for the paths of
// files in memory: '/' separates names. Debian's libc++ for WebAssembly has no file system.
namespace std::filesystem {
namespace {

string_view without_last_slashes(string_view text) {
  while (text.size() > 1 && text.ends_with('/')) text.remove_suffix(1);
  return text;
}

/// Where the ending of a file name begins; its size if it has none.
size_t extension_of(string_view name) {
  auto const dot = name.rfind('.');
  return dot == string_view::npos || dot == 0 || name == ".." ? name.size() : dot;
}

}  // namespace

path::__string_view path::__root_name() const { return {}; }

path::__string_view path::__root_directory() const {
  return string_view(__pn_).substr(0, __pn_.starts_with('/') ? 1 : 0);
}

path::__string_view path::__root_path_raw() const { return __root_directory(); }

path::__string_view path::__relative_path() const {
  string_view const text = __pn_;
  return text.substr(min(text.find_first_not_of('/'), text.size()));
}

path::__string_view path::__parent_path() const {
  string_view const text = __pn_;
  auto const slash = text.rfind('/');
  if (slash == string_view::npos) return {};
  return without_last_slashes(text.substr(0, max<size_t>(slash, 1)));
}

path::__string_view path::__filename() const {
  string_view const text = __pn_;
  auto const slash = text.rfind('/');
  return slash == string_view::npos ? text : text.substr(slash + 1);
}

path::__string_view path::__stem() const { return __filename().substr(0, extension_of(__filename())); }

path::__string_view path::__extension() const { return __filename().substr(extension_of(__filename())); }

path& path::replace_extension(path const& replacement) {
  __pn_.erase(__pn_.size() - __extension().size());
  if (!replacement.empty() && !replacement.native().starts_with('.')) __pn_ += '.';
  __pn_ += replacement.native();
  return *this;
}

int path::__compare(__string_view other) const { return __string_view(__pn_).compare(other); }

}  // namespace std::filesystem
