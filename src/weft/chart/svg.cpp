// SPDX-License-Identifier: Apache-2.0
#include "weft/chart/svg.hpp"

#include <algorithm>
#include <cctype>
#include <cmath>

#include <fmt/format.h>

#include "weft/chart/theme.hpp"
#include "weft/core/utf8.hpp"

namespace weft::chart {
namespace {

/// Returns the approximate width of a character in units of the font size.
double character_width(char32_t c) {
  auto const among = [c](std::string_view set) {
    return c < 0x80 && set.find(static_cast<char>(c)) != std::string_view::npos;
  };
  if (among("ijl'|")) return 0.29;
  if (among(" .,:;/\\I!()[]-ftr")) return 0.40;
  if (among("mMW@%w")) return 0.98;
  if (among("+<>=~_#^&") || c == U'×' || c == U'≤' || c == U'≥') return 0.84;
  if (c >= U'A' && c <= U'Z') return 0.75;
  if ((c >= 0x2070 && c <= 0x209F) || c == U'¹' || c == U'²' || c == U'³') return 0.42;
  if (c == U'…' || (c >= 0x2E80 && c < 0xFFFD)) return 1.02;
  return 0.64;
}

}  // namespace

CodePoint take_code_point(std::string_view& text) {
  auto const first = weft::first_code_point(text);
  CodePoint const c{first.valid ? first.value : U'\uFFFD', text.substr(0, first.bytes)};
  text.remove_prefix(first.bytes);
  return c;
}

double text_width(std::string_view text, double font_size, bool bold) {
  double sum = 0;
  while (!text.empty()) sum += character_width(take_code_point(text).value);
  return sum * font_size * (bold ? 1.1 : 1.0);
}

double text_width(std::vector<std::string> const& lines, double font_size) {
  double widest = 0;
  for (auto const& line : lines) widest = std::max(widest, text_width(line, font_size));
  return widest;
}

std::vector<std::string> wrap_text(std::string_view text, double font_size, double width, bool bold) {
  std::vector<std::string> lines;
  while (!text.empty()) {
    std::size_t const end = text.find(' ');
    std::string const word{text.substr(0, end)};
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    if (word.empty()) continue;
    if (!lines.empty() && text_width(lines.back() + ' ' + word, font_size, bold) <= width)
      lines.back() += ' ' + word;
    else
      lines.push_back(word);
  }
  return lines;
}

std::string with_times_signs(std::string_view text) {
  auto const is_digit = [&](std::size_t i) { return i < text.size() && text[i] >= '0' && text[i] <= '9'; };
  auto const is_space = [&](std::size_t i) { return i < text.size() && text[i] == ' '; };
  auto const is_number_before = [&](std::size_t i) {  // a number after a letter does not count: `r1x2`
    if (i > 0 && is_space(i - 1)) --i;
    std::size_t begin = i;
    while (begin > 0 && (is_digit(begin - 1) || text[begin - 1] == 'x' || text[begin - 1] == '.')) --begin;
    bool const in_word = begin > 0 && std::isalpha(static_cast<unsigned char>(text[begin - 1])) != 0;
    return begin < i && is_digit(begin) && is_digit(i - 1) && !in_word;
  };
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    bool const spaced = i > 0 && is_space(i - 1) && is_space(i + 1);
    bool const is_times = text[i] == 'x' && is_number_before(i) && is_digit(spaced ? i + 2 : i + 1);
    out += is_times ? std::string_view("×") : text.substr(i, 1);
  }
  return out;
}

std::string shorten_text(std::string_view text, double font_size, double width) {
  if (text_width(text, font_size) <= width) return std::string{text};
  std::string out;
  for (double used = font_size * character_width(U'…'); !text.empty();) {
    CodePoint const c = take_code_point(text);
    used += font_size * character_width(c.value);
    if (used > width) break;
    out += c.bytes;
  }
  return out + "…";
}

namespace {

bool allowed_in_xml(char32_t c) {
  return c == U'\t' || c == U'\n' || (c >= 0x20 && c < 0xD800) || (c > 0xDFFF && c != 0xFFFE && c != 0xFFFF);
}

std::string point_list(std::vector<Point> const& points) {
  std::string out;
  for (Point const& p : points) {
    if (!out.empty()) out += ' ';
    out += svg_number(p.x) + ',' + svg_number(p.y);
  }
  return out;
}

Element stroked(Element& element, Stroke const& stroke) {
  if (stroke.width > 0) element.set("stroke", stroke.color).set("stroke-width", stroke.width);
  if (stroke.width > 0 && !stroke.dash.empty()) element.set("stroke-dasharray", stroke.dash);
  return std::move(element);
}

}  // namespace

std::string escape_xml(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  while (!text.empty()) {
    CodePoint const c = take_code_point(text);
    switch (c.value) {
      case U'&': out += "&amp;"; break;
      case U'<': out += "&lt;"; break;
      case U'>': out += "&gt;"; break;
      case U'"': out += "&quot;"; break;
      default: out += allowed_in_xml(c.value) && c.value != U'\uFFFD' ? c.bytes : std::string_view{"\uFFFD"};
    }
  }
  return out;
}

std::string svg_number(double value) {
  if (!std::isfinite(value)) return "0";
  std::string out = fmt::format("{:.2f}", value);
  out.erase(out.find_last_not_of('0') + 1);
  if (out.back() == '.') out.pop_back();
  return out == "-0" ? "0" : out;
}

Element& Element::set(std::string_view name, std::string_view value) {
  attributes_ += fmt::format(" {}=\"{}\"", name, escape_xml(value));
  if (name == "fill" || name == "stroke")
    if (auto const known = color_class(value); !known.empty())
      classes_ += fmt::format("{}{}{}", classes_.empty() ? "" : " ", known, name == "stroke" ? "-line" : "");
  return *this;
}

Element& Element::set(std::string_view name, double value) { return set(name, svg_number(value)); }

Element& Element::text(std::string_view text) {
  text_ += escape_xml(text);
  return *this;
}

Element& Element::add(Element child) { return children_.emplace_back(std::move(child)); }

void Element::write(std::string& out, std::size_t depth) const {
  out.append(2 * depth, ' ');
  out += '<' + tag_ + attributes_;
  if (!classes_.empty()) out += " class=\"" + classes_ + '"';
  if (text_.empty() && children_.empty()) {
    out += "/>\n";
    return;
  }
  out += '>' + text_;
  if (!children_.empty()) {
    out += '\n';
    for (Element const& child : children_) child.write(out, depth + 1);
    out.append(2 * depth, ' ');
  }
  out += "</" + tag_ + ">\n";
}

std::string Element::str() const {
  std::string out;
  write(out, 0);
  return out;
}

Element svg_line(Point from, Point to, Stroke const& stroke) {
  Element out{"line"};
  out.set("x1", from.x).set("y1", from.y).set("x2", to.x).set("y2", to.y);
  return stroked(out, stroke);
}

Element svg_rect(Box const& box, std::string_view fill, double opacity) {
  Element out{"rect"};
  out.set("x", box.x).set("y", box.y).set("width", box.width).set("height", box.height).set("fill", fill);
  if (opacity < 1) out.set("fill-opacity", opacity);
  return out;
}

Element svg_polyline(std::vector<Point> const& points, Stroke const& stroke) {
  Element out{"polyline"};
  out.set("points", point_list(points)).set("fill", "none").set("stroke-linejoin", "round");
  return stroked(out, stroke);
}

Element svg_polygon(std::vector<Point> const& points, std::string_view fill, double opacity,
                    Stroke const& outline) {
  Element out{"polygon"};
  out.set("points", point_list(points)).set("fill", fill);
  if (opacity < 1) out.set("fill-opacity", opacity);
  return stroked(out, outline);
}

Element svg_circle(Point center, double radius, std::string_view fill, Stroke const& outline) {
  Element out{"circle"};
  out.set("cx", center.x).set("cy", center.y).set("r", radius).set("fill", fill);
  return stroked(out, outline);
}

Element svg_text(Point at, std::string_view text, TextStyle const& style) {
  Element out{"text"};
  out.set("x", at.x).set("y", at.y).set("font-size", style.size).set("fill", style.color);
  if (style.anchor != Anchor::start)
    out.set("text-anchor", style.anchor == Anchor::middle ? "middle" : "end");
  if (style.halo)
    out.set("stroke", paper)
        .set("stroke-width", 3)
        .set("stroke-linejoin", "round")
        .set("paint-order", "stroke");
  if (style.bold) out.set("font-weight", "bold");
  if (style.rotate != 0)
    out.set("transform",
            fmt::format("rotate({} {} {})", svg_number(style.rotate), svg_number(at.x), svg_number(at.y)));
  out.text(text);
  return out;
}

double add_lines(Element& out, std::vector<std::string> const& lines, Point at, double spacing,
                 TextStyle const& style) {
  for (std::string const& line : lines) {
    out.add(svg_text({at.x, at.y + 0.85 * style.size}, line, style));
    at.y += spacing;
  }
  return at.y;
}

Element svg_document(double width, double height, std::string_view title) {
  Element out{"svg"};
  out.set("xmlns", "http://www.w3.org/2000/svg").set("width", width).set("height", height);
  out.set("viewBox", fmt::format("0 0 {} {}", svg_number(width), svg_number(height)));
  out.set("font-family", "sans-serif").set("role", "img").set("aria-label", title);
  out.add(Element{"title"}.text(title));
  out.add(svg_rect({0, 0, width, height}, paper));
  return out;
}

}  // namespace weft::chart
