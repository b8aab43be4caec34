// SPDX-License-Identifier: Apache-2.0
#include "weft/io/toml.hpp"

#include <algorithm>
#include <tuple>

#include <fmt/format.h>

#include "weft/core/param.hpp"
#include "weft/core/utf8.hpp"
#include "weft/io/file.hpp"

// toml++ 3.3 asserts (in release: assumes) that a table's name begins with a valid character, before it
// reports the error: "[=]" would be undefined behavior. Without assertions it reaches its own error.
#pragma push_macro("NDEBUG")
#undef NDEBUG
#define TOML_ASSERT(condition) static_cast<void>(0)
#include <toml++/toml.h>
#pragma pop_macro("NDEBUG")

namespace weft {
namespace {

/// toml++ 3.3 reaches __builtin_unreachable for letters of some blocks (such as U+00A1 .. U+0499) where it
/// expects spaces. Characters U+00A1 .. U+FEFE are therefore mapped to an unused private plane, 0x100000
/// higher.
constexpr char32_t first_moved = 0xa1, last_moved = 0xfefe, distance = 0x100000;

template <class Change>
std::string change_letters(std::string_view text, Change const& change) {
  std::string result;
  while (!text.empty()) {
    CodePoint const point = first_code_point(text);
    if (point.valid)
      append_utf8(result, change(point.value));
    else
      result += text[0];
    text.remove_prefix(point.bytes);
  }
  return result;
}
std::string hide(std::string_view text) {
  return change_letters(text,
                        [](char32_t c) { return first_moved <= c && c <= last_moved ? c + distance : c; });
}
std::string show(std::string_view text) {
  return change_letters(text, [](char32_t c) {
    return first_moved + distance <= c && c <= last_moved + distance ? c - distance : c;
  });
}

/// toml++ builds and destroys the tables of a dotted key recursively; thousands of parts would overflow the
/// stack.
constexpr std::size_t max_key_parts = 64;

/// Check that rejects keys and names of tables with too many parts before they are parsed.
class KeyDepth {
 public:
  KeyDepth(std::string_view text, std::string const& file) : text_(text), file_(file) {}

  void check() {
    std::size_t dots = 0;
    while (at_ < text_.size()) {
      char const c = text_[at_];
      if (c == '"' || c == '\'') {
        skip_string(c);
        continue;
      }
      if (c == '#') at_ = std::min(text_.find('\n', at_), text_.size() - 1);
      bool const ends_key = std::string_view("=,[]{}\n").find(text_[at_]) != std::string_view::npos;
      dots = ends_key ? 0 : dots + (c == '.');
      if (dots >= max_key_parts) reject();
      ++at_;
    }
  }

 private:
  /// Moves past the string that begins here, on one line or on several in triple quotes.
  void skip_string(char quote) {
    std::string const triple(3, quote);
    bool const several_lines = text_.substr(at_).starts_with(triple);
    std::string_view const end =
        several_lines ? std::string_view(triple) : std::string_view(triple).substr(0, 1);
    for (at_ += end.size(); at_ < text_.size(); ++at_) {
      if (text_[at_] == '\n' && !several_lines) return;
      if (text_[at_] == '\\' && quote == '"')
        ++at_;
      else if (text_.substr(at_).starts_with(end))
        break;
    }
    at_ = std::min(at_ + end.size(), text_.size());
  }

  [[noreturn]] void reject() const {
    auto const before = text_.substr(0, at_);
    throw InputError(fmt::format("a key has more than {} parts", max_key_parts), {}, {},
                     fmt::format("{}:{}:{}", file_, 1 + std::count(before.begin(), before.end(), '\n'),
                                 at_ - before.rfind('\n')));  // npos + 1 is 0
  }

  std::string_view text_;
  std::string const& file_;
  std::size_t at_ = 0;
};

}  // namespace

/// Converter of a toml++ tree to a Weft tree.
class TomlReader {
 public:
  explicit TomlReader(std::string const& file) : file_(std::make_shared<std::string const>(file)) {}

  Toml convert(toml::node const& node, std::string path) const {
    Toml value;
    value.file_ = file_;
    value.line_ = std::max(1u, node.source().begin.line);
    value.column_ = std::max(1u, node.source().begin.column);
    value.path_ = std::move(path);
    if (auto const* const table = node.as_table())
      value.content_ = members(*table, value.path_);
    else if (auto const* const list = node.as_array())
      value.content_ = items(*list, value.path_);
    else if (auto const* const text = node.as_string())
      value.content_ = show(text->get());
    else if (auto const* const truth = node.as_boolean())
      value.content_ = truth->get();
    else if (auto const* const whole = node.as_integer())
      value.content_ = whole->get();
    else if (auto const* const number = node.as_floating_point())
      value.content_ = number->get();
    else
      throw value.error(value.path_ + " is a date or a time", "not supported", "put it in quotes");
    return value;
  }

 private:
  Toml::Members members(toml::table const& table, std::string const& path) const {
    Toml::Members members;
    for (auto const& [key, node] : table) {
      std::string const name = show(key.str());
      auto const place = key.source().begin;
      members.push_back({name, convert(node, path.empty() ? name : fmt::format("{}.{}", path, name)),
                         place.line, place.column});
    }
    std::sort(members.begin(), members.end(), [](Toml::Member const& a, Toml::Member const& b) {
      return std::tie(a.line, a.column) < std::tie(b.line, b.column);
    });
    return members;
  }

  Toml::List items(toml::array const& array, std::string const& path) const {
    Toml::List list;
    for (toml::node const& node : array)
      list.push_back(convert(node, fmt::format("{}[{}]", path, list.size())));
    return list;
  }

  std::shared_ptr<std::string const> file_;
};

Toml Toml::parse(std::string_view text, std::string const& file) {
  KeyDepth(text, file).check();
  try {
    return TomlReader(file).convert(toml::parse(hide(text), file), "");
  } catch (toml::parse_error const& error) {
    auto const place = error.source().begin;
    throw InputError(show(error.description()), {}, {},
                     fmt::format("{}:{}:{}", file, place.line, place.column));
  }
}

Toml Toml::read(std::filesystem::path const& path) { return parse(read_regular_file(path), path.string()); }

template <class Kind>
Kind const& Toml::as(char const* kind) const {
  if (auto const* const content = std::get_if<Kind>(&content_)) return *content;
  throw error((path_.empty() ? "the file" : path_) + " is not " + kind);
}

bool Toml::as_bool() const { return as<bool>("true or false"); }
std::int64_t Toml::as_integer() const { return as<std::int64_t>("a whole number"); }
double Toml::as_number() const {
  return is_integer() ? static_cast<double>(as_integer()) : as<double>("a number");
}
std::string const& Toml::as_text() const { return as<std::string>("a text"); }
Toml::List const& Toml::as_list() const { return as<List>("a list"); }
Toml::Members const& Toml::as_table() const { return as<Members>("a table"); }

std::string Toml::as_argument() const {
  if (is_bool()) return as_bool() ? "true" : "false";
  if (is_integer()) return std::to_string(as_integer());
  if (is_number()) return format_number(as_number());
  return as<std::string>("a single value");
}

Toml const* Toml::find(std::string_view key) const {
  for (Member const& member : as_table())
    if (member.key == key) return &member.value;
  return nullptr;
}

Toml const& Toml::at(std::string_view key) const {
  if (Toml const* const value = find(key)) return *value;
  throw error(fmt::format("{}key '{}' is missing", path_.empty() ? "" : path_ + ": ", key));
}

void Toml::allow_keys(std::vector<std::string> const& keys) const {
  for (Member const& member : as_table()) {
    if (std::find(keys.begin(), keys.end(), member.key) != keys.end()) continue;
    throw InputError(
        fmt::format("unknown key '{}'{}", shown(member.key), path_.empty() ? "" : " in " + path_), {},
        suggest(member.key, keys), fmt::format("{}:{}:{}", *file_, member.line, member.column));
  }
}

std::string Toml::place() const { return fmt::format("{}:{}:{}", *file_, line_, column_); }

InputError Toml::error(std::string problem, std::string why, std::string suggestion) const {
  return InputError(std::move(problem), std::move(why), std::move(suggestion), place());
}

}  // namespace weft
