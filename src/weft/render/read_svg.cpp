// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <charconv>
#include <cmath>
#include <map>
#include <numbers>
#include <stdexcept>
#include <utility>

#include "weft/render/drawing.hpp"

namespace weft::render {
namespace {

[[noreturn]] void fail(std::string_view what, std::string_view found) {
  throw std::logic_error("read_svg: " + std::string(what) + " '" + std::string(found) + "'");
}

std::string decoded(std::string_view text) {
  constexpr std::array<std::pair<std::string_view, char>, 5> entities{
      {{"&amp;", '&'}, {"&lt;", '<'}, {"&gt;", '>'}, {"&quot;", '"'}, {"&apos;", '\''}}};
  std::string out;
  while (!text.empty()) {
    auto const* const entity =
        std::ranges::find_if(entities, [&](auto const& each) { return text.starts_with(each.first); });
    bool const found = entity != entities.end();
    out += found ? entity->second : text.front();
    text.remove_prefix(found ? entity->first.size() : 1);
  }
  return out;
}

/// The numbers of an attribute, separated by spaces or commas; letters also separate numbers.
class Numbers {
 public:
  explicit Numbers(std::string_view text) : rest_(text) {}

  bool at_end() {
    skip();
    return rest_.empty();
  }
  /// Removes and returns the next letter; returns 0 if a number is next.
  char letter() {
    skip();
    if (rest_.empty() || !is_letter(rest_.front())) return 0;
    char const found = rest_.front();
    rest_.remove_prefix(1);
    return found;
  }
  double next() {
    skip();
    double value = 0;
    auto const [end, error] = std::from_chars(rest_.data(), rest_.data() + rest_.size(), value);
    if (error != std::errc{}) fail("no number", rest_.substr(0, 20));
    rest_.remove_prefix(static_cast<std::size_t>(end - rest_.data()));
    return value;
  }
  Point point() {
    double const x = next();
    return {x, next()};
  }

 private:
  static bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
  void skip() { rest_.remove_prefix(std::min(rest_.find_first_not_of(" ,\n"), rest_.size())); }

  std::string_view rest_;
};

double number(std::string_view text) { return Numbers(text).next(); }

std::uint8_t hex_byte(std::string_view text) {
  unsigned value = 0;
  auto const [end, error] = std::from_chars(text.data(), text.data() + text.size(), value, 16);
  if (error != std::errc{} || end != text.data() + 2) fail("color", text);
  return static_cast<std::uint8_t>(value);
}

/// Reads a color #rrggbb; returns nullopt for `none`.
std::optional<Color> read_color(std::string_view text) {
  if (text == "none") return {};
  if (text.size() != 7 || text.front() != '#') fail("color", text);
  return Color{hex_byte(text.substr(1, 2)), hex_byte(text.substr(3, 2)), hex_byte(text.substr(5, 2)), 1};
}

/// The presentation attributes of an element, which its children inherit.
struct Style {
  std::optional<Color> fill = Color{}, stroke = {};
  double stroke_width = 1;
  std::vector<double> dashes = {};
  bool round = false;

  std::optional<Stroke> line() const {
    if (!stroke || stroke_width <= 0) return {};
    return Stroke{*stroke, stroke_width, dashes, round};
  }
};

using Attributes = std::map<std::string_view, std::string_view>;

std::string_view attribute(Attributes const& of, std::string_view name) {
  auto const found = of.find(name);
  return found == of.end() ? std::string_view() : found->second;
}

double number_of(Attributes const& of, std::string_view name) {
  auto const text = attribute(of, name);
  return text.empty() ? 0 : number(text);
}

Style styled(Style style, Attributes const& by) {
  for (auto const& [name, value] : by) {
    if (name == "fill") style.fill = read_color(value);
    if (name == "stroke") style.stroke = read_color(value);
    if (name == "stroke-width") style.stroke_width = number(value);
    if (name == "stroke-linejoin") style.round = value == "round";
    if (name == "stroke-dasharray")
      for (Numbers lengths(value); !lengths.at_end();) style.dashes.push_back(lengths.next());
  }
  if (auto const text = attribute(by, "fill-opacity"); !text.empty() && style.fill)
    style.fill->opacity = number(text);
  if (auto const text = attribute(by, "stroke-opacity"); !text.empty() && style.stroke)
    style.stroke->opacity = number(text);
  return style;
}

Segment line_to(Point to) { return {Segment::line, {to}}; }

Segment quadratic(Point from, Point control, Point to) {
  auto const between = [](Point end, Point middle) {
    return Point{end.x + 2 * (middle.x - end.x) / 3, end.y + 2 * (middle.y - end.y) / 3};
  };
  return {Segment::cubic, {between(from, control), between(to, control), to}};
}

Outline read_path(std::string_view text) {
  Outline outline;
  Numbers numbers(text);
  Point at{}, begin{};
  char command = 0;
  while (!numbers.at_end()) {
    if (char const next = numbers.letter(); next != 0) command = next;
    auto const to_line = [&](Point to) {
      at = to;
      outline.push_back(line_to(at));
    };
    switch (command) {
      case 'M':
        at = begin = numbers.point();
        outline.push_back({Segment::move, {at}});
        command = 'L';
        break;
      case 'L': to_line(numbers.point()); break;
      case 'H': to_line({numbers.next(), at.y}); break;
      case 'V': to_line({at.x, numbers.next()}); break;
      case 'h': to_line({at.x + numbers.next(), at.y}); break;
      case 'v': to_line({at.x, at.y + numbers.next()}); break;
      case 'Q': {
        auto const control = numbers.point(), to = numbers.point();
        outline.push_back(quadratic(at, control, to));
        at = to;
        break;
      }
      case 'z':
        outline.push_back({Segment::close});
        at = begin;
        break;
      default: fail("path command", std::string_view(&command, 1));
    }
  }
  return outline;
}

Outline read_points(std::string_view text, bool closed) {
  Outline outline;
  for (Numbers numbers(text); !numbers.at_end();)
    outline.push_back({outline.empty() ? Segment::move : Segment::line, {numbers.point()}});
  if (closed) outline.push_back({Segment::close});
  return outline;
}

Outline circle(Point center, double radius) {
  double const k =
      radius * 4 * (std::numbers::sqrt2 - 1) / 3;  // distance of control points, for a quarter circle
  auto const at = [&](double x, double y) { return Point{center.x + x, center.y + y}; };
  return {{Segment::move, {at(radius, 0)}},
          {Segment::cubic, {at(radius, k), at(k, radius), at(0, radius)}},
          {Segment::cubic, {at(-k, radius), at(-radius, k), at(-radius, 0)}},
          {Segment::cubic, {at(-radius, -k), at(-k, -radius), at(0, -radius)}},
          {Segment::cubic, {at(k, -radius), at(radius, -k), at(radius, 0)}},
          {Segment::close}};
}

Outline outline_of(std::string_view tag, Attributes const& of) {
  auto const at = [&](char const* name) { return number_of(of, name); };
  if (tag == "path") return read_path(attribute(of, "d"));
  if (tag == "polyline" || tag == "polygon") return read_points(attribute(of, "points"), tag == "polygon");
  if (tag == "circle") return circle({at("cx"), at("cy")}, at("r"));
  if (tag == "line") return {{Segment::move, {{at("x1"), at("y1")}}}, line_to({at("x2"), at("y2")})};
  if (tag != "rect") fail("element", tag);
  double const x = at("x"), y = at("y"), right = x + at("width"), bottom = y + at("height");
  return {{Segment::move, {{x, y}}},
          line_to({right, y}),
          line_to({right, bottom}),
          line_to({x, bottom}),
          {Segment::close}};
}

class Reader {
 public:
  explicit Reader(std::string_view svg) : rest_(svg) {}

  Drawing read() {
    std::vector<Style> styles{Style{}};
    while (to_tag()) {
      if (take("/")) {
        styles.pop_back();
      } else if (take("?") || take("!")) {
        // a declaration
      } else {
        read_element(styles);
        continue;
      }
      skip_past(">");
    }
    return std::move(drawing_);
  }

 private:
  bool to_tag() {
    auto const begin = rest_.find('<');
    if (begin == std::string_view::npos) return false;
    rest_.remove_prefix(begin + 1);
    return true;
  }
  bool take(std::string_view word) {
    if (!rest_.starts_with(word)) return false;
    rest_.remove_prefix(word.size());
    return true;
  }
  std::string_view skip_past(std::string_view end) {
    auto const at = rest_.find(end);
    if (at == std::string_view::npos) fail("no end of", rest_.substr(0, 20));
    auto const before = rest_.substr(0, at);
    rest_.remove_prefix(at + end.size());
    return before;
  }

  void read_element(std::vector<Style>& styles) {
    auto head = skip_past(">");  // attribute values escape this character
    bool const is_empty = head.ends_with('/');
    if (is_empty) head.remove_suffix(1);
    auto const tag = head.substr(0, head.find(' '));
    auto const attributes = read_attributes(head.substr(tag.size()));
    if (tag == "title" || tag == "desc" || tag == "metadata" || tag == "style") {
      if (!is_empty) read_words(tag, styles.size());
      return;
    }
    auto style = styled(styles.back(), attributes);
    if (tag == "svg") {
      read_size(attributes);
    } else if (tag == "text") {
      if (!is_empty) add_label(attributes, style);
      return;
    } else if (tag != "g") {
      drawing_.items.emplace_back(Shape{outline_of(tag, attributes), fill_of(tag, style), style.line(),
                                        attribute(attributes, "shape-rendering") == "crispEdges"});
    }
    if (!is_empty) styles.push_back(std::move(style));
  }

  static std::optional<Color> fill_of(std::string_view tag, Style const& style) {
    return tag == "line" ? std::nullopt : style.fill;
  }

  static Attributes read_attributes(std::string_view text) {
    Attributes attributes;
    while (true) {
      text.remove_prefix(std::min(text.find_first_not_of(" \n"), text.size()));
      if (text.empty()) return attributes;
      auto const equals = text.find('='), begin = equals + 2, end = text.find('"', begin);
      if (equals == std::string_view::npos || end == std::string_view::npos) fail("attribute", text);
      attributes[text.substr(0, equals)] = text.substr(begin, end - begin);
      text.remove_prefix(end + 1);
    }
  }

  /// Reads text that is not drawn; the title and description of the document become the drawing's.
  void read_words(std::string_view tag, std::size_t depth) {
    auto const words = skip_past("</" + std::string(tag) + ">");
    bool const of_document = depth == 2;
    if (of_document && tag == "title") drawing_.title = decoded(words);
    if (of_document && tag == "desc") drawing_.description = decoded(words);
  }

  void read_size(Attributes const& attributes) {
    Numbers box(attribute(attributes, "viewBox"));
    box.point();
    auto const size = box.point();
    drawing_.width = size.x;
    drawing_.height = size.y;
    auto const width = attribute(attributes, "width");
    constexpr double points_of_millimeter = 72 / 25.4, points_of_pixel = 0.75;
    drawing_.printed = width.ends_with("mm");
    drawing_.unit = number(width) * (drawing_.printed ? points_of_millimeter : points_of_pixel) / size.x;
  }

  void add_label(Attributes const& attributes, Style const& style) {
    Label label;
    label.text = decoded(skip_past("</text>"));
    label.at = {number_of(attributes, "x"), number_of(attributes, "y")};
    label.size = number_of(attributes, "font-size");
    label.bold = attribute(attributes, "font-weight") == "bold";
    auto const anchor = attribute(attributes, "text-anchor");
    label.anchor = anchor == "end" ? 1 : anchor == "middle" ? 0.5 : 0;
    label.color = style.fill.value_or(Color{});
    label.halo = style.line();
    if (auto const transform = attribute(attributes, "transform"); !transform.empty()) {
      constexpr std::string_view rotate = "rotate(";
      if (!transform.starts_with(rotate)) fail("transform", transform);
      label.angle = number(transform.substr(rotate.size())) * std::numbers::pi / 180;
    }
    drawing_.items.emplace_back(std::move(label));
  }

  std::string_view rest_;
  Drawing drawing_;
};

}  // namespace

Drawing read_svg(std::string_view svg) { return Reader(svg).read(); }

}  // namespace weft::render
