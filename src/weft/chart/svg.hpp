// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "weft/chart/theme.hpp"

namespace weft::chart {

/// One character of UTF-8 text; a byte that begins no valid sequence is U+FFFD.
struct CodePoint {
  char32_t value = 0;
  std::string_view bytes;
};

/// Removes the first character of `text`, which must not be empty.
CodePoint take_code_point(std::string_view& text);

/// The approximate width in pixels of `text` in a sans-serif font, on the generous side (DejaVu's widths).
double text_width(std::string_view text, double font_size, bool bold = false);
/// The approximate width of the widest of these lines.
double text_width(std::vector<std::string> const& lines, double font_size);

/// `text` broken at spaces into lines no wider than `width`, if the words allow it. Empty text has no lines.
std::vector<std::string> wrap_text(std::string_view text, double font_size, double width, bool bold = false);

/// The text with × between numbers: `8x8` and `8 x 8` become `8×8` and `8 × 8`.
std::string with_times_signs(std::string_view text);

/// `text` itself if it is no wider than `width`; otherwise its beginning and an ellipsis.
std::string shorten_text(std::string_view text, double font_size, double width);

/// `text` as XML character data or attribute value: markup escaped; bytes that are not UTF-8 and characters
/// that XML does not allow become U+FFFD.
std::string escape_xml(std::string_view text);

/// A coordinate with at most two decimals, without trailing zeros, the same on every platform. A value that
/// is not finite becomes 0: a picture never contains an invalid number.
std::string svg_number(double value);

/// A position in a picture, in pixels; y grows downwards.
struct Point {
  double x = 0, y = 0;
};

/// A rectangle; y grows downwards.
struct Box {
  double x = 0, y = 0, width = 0, height = 0;
  double right() const { return x + width; }
  double bottom() const { return y + height; }
  Point center() const { return {x + width / 2, y + height / 2}; }
};

/// An XML element with attributes in the order they were set and children in the order they were added;
/// well-formed by construction. A `fill` or `stroke` in a color of the palette also gives it that color's
/// class (theme.hpp).
class Element {
 public:
  explicit Element(std::string tag) : tag_(std::move(tag)) {}

  Element& set(std::string_view name, std::string_view value);
  Element& set(std::string_view name, double value);
  Element& text(std::string_view text);
  /// The added child; valid until the next `add`.
  Element& add(Element child);

  /// Indented text, one element per line.
  std::string str() const;

 private:
  void write(std::string& out, std::size_t depth) const;

  std::string tag_, attributes_, classes_, text_;
  std::vector<Element> children_;
};

/// The style of a line. An empty `dash` is a solid line.
struct Stroke {
  std::string_view color = "#000000";
  double width = 1;
  std::string_view dash = {};
};

/// The part of a text that is at its position.
enum class Anchor { start, middle, end };

/// How a text is set; the size is in pixels.
struct TextStyle {
  double size = 12;
  std::string_view color = ink;
  Anchor anchor = Anchor::start;
  bool bold = false;
  double rotate = 0;  ///< degrees clockwise around the anchor point
  bool halo = false;  ///< a white edge, for text over lines
};

Element svg_line(Point from, Point to, Stroke const& stroke);
Element svg_rect(Box const& box, std::string_view fill, double opacity = 1);
/// An open line through `points`.
Element svg_polyline(std::vector<Point> const& points, Stroke const& stroke);
/// A closed area, filled and, where the stroke has a width, outlined.
Element svg_polygon(std::vector<Point> const& points, std::string_view fill, double opacity,
                    Stroke const& outline);
Element svg_circle(Point center, double radius, std::string_view fill, Stroke const& outline);
/// `at` is the anchor on the baseline.
Element svg_text(Point at, std::string_view text, TextStyle const& style);
/// Adds lines of text from `at`, their top left, downwards; returns the y below them.
double add_lines(Element& out, std::vector<std::string> const& lines, Point at, double spacing,
                 TextStyle const& style);

/// The outermost element of a picture: white background, sans-serif, `title` for screen readers;
/// to_svg(Figure) adds a description.
Element svg_document(double width, double height, std::string_view title);

}  // namespace weft::chart
