// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "weft/chart/theme.hpp"

namespace weft::chart {

/// One character of UTF-8 text; a byte that does not start a valid sequence is decoded as U+FFFD.
struct CodePoint {
  char32_t value = 0;
  std::string_view bytes;
};

/// Removes the first character of `text`, which must not be empty, and returns it.
CodePoint take_code_point(std::string_view& text);

/// Returns the approximate width in pixels of `text` in a sans-serif font, usually an overestimate (DejaVu's
/// widths).
double text_width(std::string_view text, double font_size, bool bold = false);
/// Returns the approximate width of the widest line.
double text_width(std::vector<std::string> const& lines, double font_size);

/// Breaks `text` at spaces into lines no wider than `width`, if the words allow it. Empty text has no lines.
std::vector<std::string> wrap_text(std::string_view text, double font_size, double width, bool bold = false);

/// Replaces the x between numbers by ×: `8x8` and `8 x 8` become `8×8` and `8 × 8`.
std::string with_times_signs(std::string_view text);

/// Returns `text` if it is no wider than `width`; otherwise its beginning and an ellipsis.
std::string shorten_text(std::string_view text, double font_size, double width);

/// Returns `text` as XML character data or attribute value: markup escaped; bytes that are not UTF-8 and
/// characters that XML does not allow become U+FFFD.
std::string escape_xml(std::string_view text);

/// Formats a coordinate with at most two decimals, without trailing zeros, independent of the platform. A
/// value that is not finite becomes 0: a picture never contains an invalid number.
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

/// An XML element with its attributes and children in the order in which they were added; well-formed by
/// construction. A `fill` or `stroke` in a color of the palette also sets the class of the color (theme.hpp).
class Element {
 public:
  explicit Element(std::string tag) : tag_(std::move(tag)) {}

  Element& set(std::string_view name, std::string_view value);
  Element& set(std::string_view name, double value);
  Element& text(std::string_view text);
  /// Adds a child and returns it; the reference is valid until the next `add`.
  Element& add(Element child);

  /// Returns the element as indented text, one element per line.
  std::string str() const;

 private:
  void write(std::string& out, std::size_t depth) const;

  std::string tag_, attributes_, classes_, text_;
  std::vector<Element> children_;
};

/// Line style; an empty `dash` is a solid line.
struct Stroke {
  std::string_view color = "#000000";
  double width = 1;
  std::string_view dash = {};
};

/// The part of a text that is aligned with its position.
enum class Anchor { start, middle, end };

/// Text style; the size is in pixels.
struct TextStyle {
  double size = 12;
  std::string_view color = ink;
  Anchor anchor = Anchor::start;
  bool bold = false;
  double rotate = 0;  ///< degrees clockwise around the anchor point
  bool halo = false;  ///< a white outline, for text over lines
};

Element svg_line(Point from, Point to, Stroke const& stroke);
Element svg_rect(Box const& box, std::string_view fill, double opacity = 1);
/// Returns an open line through `points`.
Element svg_polyline(std::vector<Point> const& points, Stroke const& stroke);
/// Returns a closed area, filled and, if the stroke has a width, outlined.
Element svg_polygon(std::vector<Point> const& points, std::string_view fill, double opacity,
                    Stroke const& outline);
Element svg_circle(Point center, double radius, std::string_view fill, Stroke const& outline);
/// Returns a line of text; `at` is the anchor on the baseline.
Element svg_text(Point at, std::string_view text, TextStyle const& style);
/// Adds lines of text below each other, the top left of the first at `at`; returns the y below them.
double add_lines(Element& out, std::vector<std::string> const& lines, Point at, double spacing,
                 TextStyle const& style);

/// Returns the outermost element of a picture: white background, sans-serif, `title` for screen readers;
/// to_svg(Figure) adds a description.
Element svg_document(double width, double height, std::string_view title);

}  // namespace weft::chart
