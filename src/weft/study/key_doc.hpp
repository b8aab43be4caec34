// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "weft/io/json_text.hpp"
#include "weft/io/toml.hpp"

namespace weft::study {

/// A key of study.toml and its meaning. The type is `text`, `integer`, `number`, `boolean`, `expression` or
/// the name of a definition in schema_definitions(); the suffix `[]` denotes a list, `|` separates
/// alternatives, and a trailing `!` marks a required key.
struct KeyDoc {
  char const *name, *type, *doc;

  struct Alternative {
    std::string_view name;
    bool list;
  };
  std::vector<Alternative> alternatives() const;
  bool is_required() const { return std::string_view(type).ends_with('!'); }
};

/// A kind of table in study.toml: the name of its type, and its title and introduction on the reference page.
struct KeyGroup {
  std::string name, title, words;
  std::vector<KeyDoc> keys;
};

/// Returns all kinds of tables of study.toml, the file itself first, in the order of the reference page.
std::vector<KeyGroup> key_groups();

/// Throws InputError for keys that are not documented.
void reject_unknown_keys(Toml const& options, std::vector<std::vector<KeyDoc>> const& keys);

/// Returns the `$defs` of a JSON Schema (draft 2020-12) for study files. `study` describes the file itself.
JsonText schema_definitions();

}  // namespace weft::study
