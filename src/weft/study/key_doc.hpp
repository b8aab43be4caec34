// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "weft/io/json_text.hpp"
#include "weft/io/toml.hpp"

namespace weft::study {

/// A key of study.toml and what it means. The type is `text`, `integer`, `number`, `boolean`, `expression` or
/// the name of a definition of schema_definitions(); `[]` behind it makes a list of it, `|` separates
/// alternatives, and `!` at the end says that the key is required.
struct KeyDoc {
  char const *name, *type, *doc;

  struct Alternative {
    std::string_view name;
    bool list;
  };
  std::vector<Alternative> alternatives() const;
  bool is_required() const { return std::string_view(type).ends_with('!'); }
};

/// A kind of table in study.toml: its name among types, and how the reference page introduces it.
struct KeyGroup {
  std::string name, title, words;
  std::vector<KeyDoc> keys;
};

/// All tables of study.toml, the file itself first, in the order of the reference page.
std::vector<KeyGroup> key_groups();

/// Refuses undocumented keys.
void allow_described(Toml const& options, std::vector<std::vector<KeyDoc>> const& keys);

/// Study files as `$defs` of a JSON Schema (draft 2020-12); `study` is that of the file itself.
JsonText schema_definitions();

}  // namespace weft::study
