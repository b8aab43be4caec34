// SPDX-License-Identifier: Apache-2.0
// The module writes pictures as SVG only: it has no fonts.
#include "weft/render/picture_file.hpp"

#include "weft/core/error.hpp"

namespace weft::render {

void require_picture_extension(std::filesystem::path const& file) {
  auto const ending = file.extension().string();
  if (!ending.empty() && ending != ".svg")
    throw InputError("a picture as " + ending, "pictures are .svg files here", "", "output");
}

std::string picture_bytes(std::string const& svg, std::filesystem::path const& file) {
  require_picture_extension(file);
  return svg;
}

}  // namespace weft::render
