// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "weft/core/error.hpp"

namespace weft {

/// A value of a TOML file with its position. Access to a missing member, or to a value of another type,
/// throws InputError at file:line:column.
class Toml {
 public:
  struct Member;
  using List = std::vector<Toml>;
  using Members = std::vector<Member>;

  /// Parses TOML text; `file`: name for error messages. Dates and times are rejected.
  static Toml parse(std::string_view text, std::string const& file);
  static Toml read(std::filesystem::path const& path);

  bool is_bool() const { return std::holds_alternative<bool>(content_); }
  bool is_integer() const { return std::holds_alternative<std::int64_t>(content_); }
  bool is_number() const { return is_integer() || std::holds_alternative<double>(content_); }
  bool is_text() const { return std::holds_alternative<std::string>(content_); }
  bool is_list() const { return std::holds_alternative<List>(content_); }
  bool is_table() const { return std::holds_alternative<Members>(content_); }

  bool as_bool() const;
  std::int64_t as_integer() const;
  double as_number() const;
  std::string const& as_text() const;
  List const& as_list() const;
  /// Returns the members of a table in the order of the file.
  Members const& as_table() const;
  /// Returns a bool, number or text as the value of an argument in a spec: 0.05, true, 8x8.
  std::string as_argument() const;

  /// Returns the member of a table, or null.
  Toml const* find(std::string_view key) const;
  /// Returns the member of a table. Throws InputError if it is missing.
  Toml const& at(std::string_view key) const;
  /// Throws InputError, with the nearest of `keys`, if the table contains a key that is not in `keys`.
  void allow_keys(std::vector<std::string> const& keys) const;

  /// Returns the path of keys to this value: `sweep.topology`, `axes[2].values`; "" for the file.
  std::string const& path() const { return path_; }
  /// Returns file:line:column.
  std::string place() const;
  /// Returns an error about this value, to be thrown.
  InputError error(std::string problem, std::string why = {}, std::string suggestion = {}) const;

 private:
  friend class TomlReader;
  Toml() = default;
  template <class Kind>
  Kind const& as(char const* kind) const;

  std::shared_ptr<std::string const> file_;
  std::uint32_t line_ = 0, column_ = 0;
  std::string path_;
  std::variant<bool, std::int64_t, double, std::string, List, Members> content_;
};

/// One `key = value` of a table.
struct Toml::Member {
  std::string key;
  Toml value;
  std::uint32_t line, column;  ///< of the key
};

}  // namespace weft
