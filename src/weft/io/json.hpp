#pragma once

#include <string>
#include <string_view>

#include "weft/core/result.hpp"

namespace weft {

/// The result as JSON text. Numbers carry all their digits; numbers that are not finite are the texts "inf",
/// "-inf", "nan".
std::string result_json(Result const& result);

/// Reads the output of result_json. Throws InputError that names the place in `file` for other text.
Result parse_result(std::string_view text, std::string_view file);

}  // namespace weft
