// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace weft {

/// `name` or `name:key=value,key=value`: the notation of topologies, routings, patterns, mappings and
/// engines. The first value may have no key, as in torus:8x8: its key is empty, and readers of parameters
/// assign it to the size. A value may be quoted "..." (with \" and \\) and brackets [..] nest (a spec, or a
/// list of specs separated by commas); both may contain commas. A number after a comma continues the
/// value before it: sides=8,8.
struct Spec {
  struct Argument {
    std::string key;
    std::string value;  ///< unquoted; a bracketed value keeps its brackets
    friend bool operator==(Argument const&, Argument const&) = default;
  };
  std::string name;
  std::vector<Argument> arguments;

  /// Reads the grammar. Throws InputError with the column of the first offending character.
  static Spec parse(std::string_view text);
  /// Returns the canonical text, with quotes around values that need them: parse(to_string()) == *this.
  std::string to_string() const;
  friend bool operator==(Spec const&, Spec const&) = default;
};

/// Returns the specs inside a bracketed value: "[torus:sides=8x8,mesh]" -> two specs.
std::vector<Spec> parse_nested(std::string_view bracketed);

/// Returns the only spec of a value, with or without brackets around it. Throws InputError if it is not
/// exactly one.
Spec parse_one(std::string const& key, std::string const& value, std::string_view what);

}  // namespace weft
