// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "weft/core/result.hpp"
#include "weft/core/spec.hpp"

namespace weft {

/// Returns the result as JSON text. Numbers are printed with full precision; numbers that are not finite are
/// the strings "inf", "-inf", "nan". Arrays are listed with the files that contain their values (io/npy.hpp).
std::string result_json(Result const& result);

/// Parses the output of result_json, without arrays. Throws InputError at the position in `file` for
/// malformed text.
Result parse_result(std::string_view text, std::string_view file);

/// Reads a saved result with its arrays: a result.json, or a directory that contains one. Throws InputError
/// with the file.
Result read_result(std::filesystem::path const& path);

/// Returns the members of a JSON object, with values that are strings, numbers or Booleans converted to
/// text. Throws InputError for other text.
std::vector<Spec::Argument> parse_json_fields(std::string_view text);

}  // namespace weft
