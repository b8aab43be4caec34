#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "weft/core/spec.hpp"

namespace weft {

/// The members of a JSON object whose values are texts, numbers or truth values, as text. Throws InputError
/// for other text.
std::vector<Spec::Argument> parse_json_fields(std::string_view text);

}  // namespace weft
