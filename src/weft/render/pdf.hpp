// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "weft/render/drawing.hpp"

namespace weft::render {

/// Returns the drawing as a PDF file (version 1.4) with one page of the size of the drawing: vector graphics
/// and searchable text, in embedded fonts. Equal drawings give equal bytes.
std::string pdf_bytes(Drawing const& drawing);

}  // namespace weft::render
