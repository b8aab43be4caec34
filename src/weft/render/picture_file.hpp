// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>

namespace weft::render {

/// Refuses a file of another ending than .svg, .pdf or .png; a file without one is SVG. Throws InputError.
void require_picture_ending(std::filesystem::path const& file);

/// A picture that Weft drew as SVG, in the form that the ending of the file names.
std::string picture_bytes(std::string const& svg, std::filesystem::path const& file);

}  // namespace weft::render
