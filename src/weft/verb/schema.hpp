// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "weft/io/json_text.hpp"

namespace weft::verb {

/// Returns the verbs and catalogs with the types, defaults, ranges, units and docs of their parameters, as
/// the JSON document with the type Schema in web/src/engine/protocol.ts. Intended for forms and for stubs in
/// other languages.
std::string schema_json();

/// Returns the output of `weft list --schema`: a JSON Schema (draft 2020-12) of study files for editors, with
/// the members `verbs` and `catalogs` of schema_json(), in which each entry is the schema of a request.
/// Includes study files only after a call of describe_studies_by().
std::string full_schema_json();

/// Sets the function that returns the schema of study files: `$defs` with the entry `study`. Called once at
/// startup, because the study room ranks above this room.
void describe_studies_by(JsonText (*definitions)());

}  // namespace weft::verb
