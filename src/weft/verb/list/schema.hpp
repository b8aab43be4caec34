#pragma once

#include <string>

namespace weft::verb {

/// All verbs, and all names that their parameters take from catalogs, with the types, defaults, ranges, units
/// and docs of their parameters: the JSON document that web/src/engine/protocol.ts calls Schema. For forms
/// and stubs in other languages.
std::string schema_json();

}  // namespace weft::verb
