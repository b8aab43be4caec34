// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "weft/io/json_text.hpp"

namespace weft::verb {

/// All verbs, and all names that their parameters take from catalogs, with the types, defaults, ranges, units
/// and docs of their parameters: the JSON document that web/src/engine/protocol.ts calls Schema. For forms
/// and stubs in other languages.
std::string schema_json();

/// The document of `weft list --schema`: a JSON Schema (draft 2020-12) of study files, for editors, with the
/// members `verbs` and `catalogs` of schema_json(), whose entries are schemas of requests. Study files are
/// described only after describe_studies_by().
std::string full_schema_json();

/// Sets how study files are described: `$defs` with the entry `study`. A program calls it once, when it
/// starts, because the room of studies is above this one.
void describe_studies_by(JsonText (*definitions)());

}  // namespace weft::verb
