// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

/// Conversion of SVG pictures that Weft drew to PDF and PNG.
namespace weft::render {

struct Point {
  double x = 0, y = 0;
};

/// A segment of an outline: `move` and `line` use the first point, `cubic` all three.
struct Segment {
  enum Kind : std::uint8_t { move, line, cubic, close };
  Kind kind = move;
  std::array<Point, 3> points = {};
};
using Outline = std::vector<Segment>;

/// An sRGB color; opacity 0 to 1.
struct Color {
  std::uint8_t red = 0, green = 0, blue = 0;
  double opacity = 1;
};

/// Line style; `dashes`: alternating lengths of dashes and gaps, empty for a solid line.
struct Stroke {
  Color color;
  double width = 1;
  std::vector<double> dashes = {};
  bool round = false;  ///< round joins instead of mitered ones
};

/// An outline, filled with the nonzero winding rule, then stroked.
struct Shape {
  Outline outline;
  std::optional<Color> fill;
  std::optional<Stroke> stroke;
  bool crisp = false;  ///< no antialiasing
};

/// A line of text. `at` is on the baseline: the beginning of the text, its middle or its end.
struct Label {
  std::string text;
  Point at;
  double size = 12;
  bool bold = false;
  double anchor = 0;  ///< fraction of the text's width before `at`: 0, 0.5 or 1
  double angle = 0;   ///< radians clockwise
  Color color = {};
  std::optional<Stroke> halo = {};  ///< behind the letters
};

/// A picture in drawing order; y grows downwards, the origin is the top left.
struct Drawing {
  double width = 0, height = 0;  ///< in coordinate units
  double unit = 0.75;            ///< points (1/72 inch) per unit
  bool printed = false;          ///< the document states its size in millimeters, for print
  std::string title, description;
  std::vector<std::variant<Shape, Label>> items;
};

/// Reads an SVG document that Weft wrote (chart/svg.hpp), in its light theme. Throws std::logic_error for
/// elements, path commands, colors or transformations that Weft does not write.
Drawing read_svg(std::string_view svg);

}  // namespace weft::render
