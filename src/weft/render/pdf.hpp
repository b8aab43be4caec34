// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "weft/render/drawing.hpp"

namespace weft::render {

/// The drawing as a PDF file (1.4) of one page as large as the drawing: lines and areas as such, text as text
/// that can be searched, in fonts that the file contains. Equal drawings give equal bytes.
std::string pdf_bytes(Drawing const& drawing);

}  // namespace weft::render
