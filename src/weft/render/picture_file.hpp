// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>

namespace weft::render {

/// Throws InputError unless the file extension is .svg, .pdf or .png; a file without an extension is SVG.
void require_picture_extension(std::filesystem::path const& file);

/// Converts a picture that Weft drew as SVG to the format of the file extension.
std::string picture_bytes(std::string const& svg, std::filesystem::path const& file);

}  // namespace weft::render
