// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "weft/render/drawing.hpp"

namespace weft::render {

/// An opaque image, three bytes (red, green, blue) per pixel, row by row from the top.
struct Image {
  std::size_t width = 0, height = 0;
  std::vector<std::uint8_t> bytes = {};

  std::array<std::uint8_t, 3> at(std::size_t x, std::size_t y) const {
    auto const* const pixel = bytes.data() + 3 * (y * width + x);
    return {pixel[0], pixel[1], pixel[2]};
  }
};

/// Rasterizes the drawing on white, with `scale` pixels per unit of its coordinates and antialiasing.
Image rasterize(Drawing const& drawing, double scale);

/// Returns the image as a PNG file with a resolution of `density` pixels per inch. Equal images give equal
/// bytes.
std::string png_bytes(Image const& image, double density);

/// Returns the drawing as a PNG file: with 600 pixels per inch if `printed`, else with 2 pixels per unit of
/// its coordinates (192 per inch).
std::string png_bytes(Drawing const& drawing);

}  // namespace weft::render
