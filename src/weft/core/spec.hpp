// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace weft {

/// `name` or `name:key=value,key=value`: the notation of topologies, routings, patterns, mappings and
/// engines. The first value may lack a key, as in torus:8x8: its key is then empty, and parsers of
/// parameters assign the value to the size. A value may be quoted "..." (with \" and \\) and brackets [..]
/// nest (a spec, or a list of specs separated by commas); both may contain commas. A number after a comma
/// continues the value before the comma: sides=8,8. Outside of lists, words continue a first value without
/// a key: hosts:a[1-3],b.
struct Spec {
  struct Argument {
    std::string key;
    std::string value;  ///< unquoted; a bracketed value keeps its brackets
    friend bool operator==(Argument const&, Argument const&) = default;
  };
  std::string name;
  std::vector<Argument> arguments;

  /// Parses a spec. Throws InputError with the column of the first invalid character.
  static Spec parse(std::string_view text);
  /// Returns the canonical text, with quotes around values that need them: parse(to_string()) == *this.
  std::string to_string() const;
  friend bool operator==(Spec const&, Spec const&) = default;
};

/// Returns the specs inside a bracketed value: two specs for "[torus:sides=8x8,mesh]".
std::vector<Spec> parse_nested(std::string_view bracketed);

/// Returns the single spec in a value, with or without brackets around it. Throws InputError if the value
/// does not contain exactly one spec.
Spec parse_one(std::string const& key, std::string const& value, std::string_view what);

}  // namespace weft
