#pragma once

#include <string>
#include <string_view>

#include "weft/core/result.hpp"

namespace weft {

/// The result as JSON text. Numbers carry all their digits; numbers that are not finite are the texts "inf", "-inf", "nan".
std::string result_json(Result const& result);

/// Reads what result_json wrote. Throws InputError that names the place in `file` if it is something else.
Result parse_result(std::string_view text, std::string_view file);

}  // namespace weft
