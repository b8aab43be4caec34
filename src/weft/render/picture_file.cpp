// SPDX-License-Identifier: Apache-2.0
#include "weft/render/picture_file.hpp"

#include "weft/core/error.hpp"
#include "weft/render/drawing.hpp"
#include "weft/render/pdf.hpp"
#include "weft/render/raster.hpp"

namespace weft::render {

void require_picture_extension(std::filesystem::path const& file) {
  auto const ending = file.extension().string();
  if (ending.empty() || ending == ".svg" || ending == ".pdf" || ending == ".png") return;
  throw InputError("pictures cannot be written as " + ending, "pictures are .svg, .pdf or .png files",
                   "use " + std::filesystem::path(file).replace_extension(".svg").string(), "output");
}

std::string picture_bytes(std::string const& svg, std::filesystem::path const& file) {
  require_picture_extension(file);
  auto const ending = file.extension();
  if (ending == ".pdf") return pdf_bytes(read_svg(svg));
  if (ending == ".png") return png_bytes(read_svg(svg));
  return svg;
}

}  // namespace weft::render
