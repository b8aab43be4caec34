// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "weft/core/result.hpp"
#include "weft/core/spec.hpp"

namespace weft {

/// The result as JSON text. Numbers carry all their digits; numbers that are not finite are the texts "inf",
/// "-inf", "nan". Arrays are listed with the files that hold their values (io/npy.hpp).
std::string result_json(Result const& result);

/// Reads the output of result_json, without arrays. Throws InputError at the place in `file` for other text.
Result parse_result(std::string_view text, std::string_view file);

/// Reads a saved result whole: a result.json, or a directory that holds one, with its arrays beside it.
/// Throws InputError that names the place.
Result read_result(std::filesystem::path const& path);

/// The members of a JSON object whose values are texts, numbers or truth values, as text. Throws InputError
/// for other text.
std::vector<Spec::Argument> parse_json_fields(std::string_view text);

}  // namespace weft
