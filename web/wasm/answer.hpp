#pragma once

#include <string>
#include <string_view>

namespace weft::web {

/// The answer to a request for a verb, such as `show:topology="torus:sides=4x4"`, as JSON:
/// {"result": .., "met": true, "files": [{"name": .., "content": ..}]}, where `result` is that of result_json,
/// `met` that of Experiment::is_met, and `files` are the pictures, or the document that the answer is.
/// Or {"error": {"kind": .., "text": ..}}: kind `input` has the fields of InputError, too; others are `memory`
/// and `internal`.
std::string answer(std::string_view request);

}  // namespace weft::web
