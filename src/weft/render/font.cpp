// SPDX-License-Identifier: Apache-2.0
#include "weft/render/font.hpp"

#include <algorithm>
#include <stdexcept>

#include "weft/core/utf8.hpp"
#include "weft/render/fonts.hpp"

namespace weft::render {
namespace {

void append(std::string& out, std::uint32_t value, int bytes) {
  for (int shift = 8 * (bytes - 1); shift >= 0; shift -= 8) out += static_cast<char>(value >> shift & 255U);
}

void pad_to_four(std::string& out) { out.append((4 - out.size() % 4) % 4, '\0'); }

std::uint32_t checksum(std::string_view table) {
  std::uint32_t sum = 0;
  for (std::size_t i = 0; i < table.size(); ++i)
    sum += static_cast<std::uint32_t>(static_cast<unsigned char>(table[i])) << (24 - 8 * (i % 4));
  return sum;
}

/// A point of a contour in units of the font.
struct ContourPoint {
  double x = 0, y = 0;
  bool on_curve = true;
};

/// Adds a contour of quadratic curves; the midpoint of two consecutive control points is on the curve.
void add_contour(Outline& outline, std::vector<ContourPoint> const& points) {
  auto const middle = [](ContourPoint a, ContourPoint b) { return Point{(a.x + b.x) / 2, (a.y + b.y) / 2}; };
  auto const size = points.size();
  if (size < 2) return;
  auto const first =
      static_cast<std::size_t>(std::ranges::find(points, true, &ContourPoint::on_curve) - points.begin());
  bool const has_first = first < size;
  Point const begin =
      has_first ? Point{points[first].x, points[first].y} : middle(points.back(), points.front());
  Point at = begin;
  outline.push_back({Segment::move, {at}});
  auto const add_curve = [&](ContourPoint control, Point to) {
    auto const between = [&](Point end) {
      return Point{end.x + 2 * (control.x - end.x) / 3, end.y + 2 * (control.y - end.y) / 3};
    };
    outline.push_back({Segment::cubic, {between(at), between(to), to}});
    at = to;
  };
  auto const start = has_first ? first + 1 : 0, steps = has_first ? size - 1 : size;
  for (std::size_t i = 0; i < steps; ++i) {
    auto const& here = points[(start + i) % size];
    if (here.on_curve) {
      at = {here.x, here.y};
      outline.push_back({Segment::line, {at}});
      continue;
    }
    auto const& next = points[(start + i + 1) % size];
    bool const is_last = i + 1 == steps;
    if (is_last)
      add_curve(here, begin);
    else if (next.on_curve)
      add_curve(here, {next.x, next.y}), ++i;
    else
      add_curve(here, middle(here, next));
  }
  outline.push_back({Segment::close});
}

}  // namespace

Font::Font(std::string_view bytes) : bytes_(bytes) {
  auto const head = table("head");
  units_ = number(head.begin + 18, 2);
  num_glyphs_ = number(table("maxp").begin + 4, 2);
  cmap_ = table("cmap");
  glyf_ = table("glyf");
  hhea_ = table("hhea");
  hmtx_ = table("hmtx");
  loca_ = table("loca");
}

std::uint32_t Font::number(std::size_t at, int bytes) const {
  std::uint32_t value = 0;
  for (int i = 0; i < bytes; ++i)
    value = value << 8 | static_cast<unsigned char>(bytes_.at(at + static_cast<std::size_t>(i)));
  return value;
}

Font::TableAt Font::table(std::string_view tag) const {
  auto const tables = number(4, 2);
  for (std::size_t i = 0; i < tables; ++i) {
    auto const entry = 12 + 16 * i;
    if (bytes_.substr(entry, 4) == tag) return {number(entry + 8, 4), number(entry + 12, 4)};
  }
  throw std::logic_error("a font without table " + std::string(tag));
}

Font::Glyph Font::glyph(char32_t character) const {
  auto const map = cmap_.begin + 12;  // its only subtable, of format 4
  auto const doubled = number(map + 6, 2);
  auto const ends = map + 14, begins = ends + doubled + 2, deltas = begins + doubled;
  for (std::size_t at = 0; at < doubled; at += 2) {
    if (number(ends + at, 2) < character) continue;
    if (number(begins + at, 2) > character) return 0;
    auto const found = static_cast<Glyph>(character + number(deltas + at, 2));
    return found < num_glyphs_ ? found : Glyph{0};
  }
  return 0;
}

std::vector<Font::Glyph> Font::glyphs(std::string_view text) const {
  std::vector<Glyph> found;
  while (!text.empty()) {
    auto const character = first_code_point(text);
    found.push_back(glyph(character.valid ? character.value : U'\uFFFD'));
    text.remove_prefix(character.bytes);
  }
  return found;
}

double Font::advance(Glyph glyph) const { return number(hmtx_.begin + std::size_t{4} * glyph, 2) / units_; }

double Font::width(std::vector<Glyph> const& glyphs) const {
  double sum = 0;
  for (auto const each : glyphs) sum += advance(each);
  return sum;
}

double Font::ascent() const { return signed_number(hhea_.begin + 4) / units_; }
double Font::descent() const { return signed_number(hhea_.begin + 6) / units_; }

Font::TableAt Font::glyph_data(Glyph glyph) const {
  auto const entry = loca_.begin + std::size_t{4} * glyph;
  auto const begin = number(entry, 4);
  return {glyf_.begin + begin, number(entry + 4, 4) - begin};
}

Outline Font::outline(Glyph glyph) const {
  constexpr unsigned on_curve = 1, short_x = 2, short_y = 4, repeated = 8, same_x = 16, same_y = 32;
  auto const data = glyph_data(glyph);
  if (data.length == 0) return {};
  auto const contours = number(data.begin, 2);
  auto const end_of = [&](std::size_t contour) { return number(data.begin + 10 + 2 * contour, 2); };
  auto at = data.begin + 10 + 2 * std::size_t{contours};
  at += 2 + number(at, 2);
  std::vector<std::uint32_t> flags;
  for (auto const points = std::size_t{end_of(contours - 1)} + 1; flags.size() < points;) {
    auto const flag = number(at++, 1);
    flags.insert(flags.end(), 1 + ((flag & repeated) != 0 ? number(at++, 1) : 0), flag);
  }
  std::vector<ContourPoint> points(flags.size());
  auto const read_axis = [&](double ContourPoint::*axis, unsigned is_short, unsigned is_same) {
    int value = 0;
    for (std::size_t i = 0; i < flags.size(); ++i) {
      if ((flags[i] & is_short) != 0) {
        auto const step = static_cast<int>(number(at++, 1));
        value += (flags[i] & is_same) != 0 ? step : -step;
      } else if ((flags[i] & is_same) == 0) {
        value += signed_number(at);
        at += 2;
      }
      points[i].*axis = value / units_;
    }
  };
  read_axis(&ContourPoint::x, short_x, same_x);
  read_axis(&ContourPoint::y, short_y, same_y);
  for (std::size_t i = 0; i < flags.size(); ++i) points[i].on_curve = (flags[i] & on_curve) != 0;
  Outline outline;
  for (std::size_t contour = 0, begin = 0; contour < contours; ++contour) {
    auto const end = std::size_t{end_of(contour)} + 1;
    add_contour(outline, {points.begin() + static_cast<std::ptrdiff_t>(begin),
                          points.begin() + static_cast<std::ptrdiff_t>(end)});
    begin = end;
  }
  return outline;
}

std::string Font::subset(std::set<Glyph> const& glyphs) const {
  std::string glyf, loca;
  for (std::size_t i = 0; i < num_glyphs_; ++i) {
    append(loca, static_cast<std::uint32_t>(glyf.size()), 4);
    auto const glyph = static_cast<Glyph>(i);
    if (glyph != 0 && !glyphs.contains(glyph)) continue;
    auto const data = glyph_data(glyph);
    glyf += bytes_.substr(data.begin, data.length);
    pad_to_four(glyf);
  }
  append(loca, static_cast<std::uint32_t>(glyf.size()), 4);
  auto const whole = [&](std::string_view tag) {
    auto const at = table(tag);
    return std::string(bytes_.substr(at.begin, at.length));
  };
  std::vector<std::pair<std::string, std::string>> const tables{
      {"cmap", whole("cmap")}, {"glyf", std::move(glyf)}, {"head", whole("head")}, {"hhea", whole("hhea")},
      {"hmtx", whole("hmtx")}, {"loca", std::move(loca)}, {"maxp", whole("maxp")}};
  std::string header, body;
  append(header, 0x10000, 4);
  append(header, static_cast<std::uint32_t>(tables.size()), 2);
  for (auto const value : {64U, 2U, 48U})
    append(header, value, 2);  // searchRange, entrySelector and rangeShift for 7 tables
  for (auto const& [tag, data] : tables) {
    header += tag;
    append(header, checksum(data), 4);
    append(header, static_cast<std::uint32_t>(12 + 16 * tables.size() + body.size()), 4);
    append(header, static_cast<std::uint32_t>(data.size()), 4);
    body += data;
    pad_to_four(body);
  }
  return header + body;
}

Font const& font(bool bold) {
  static Font const regular(regular_font()), strong(bold_font());
  return bold ? strong : regular;
}

}  // namespace weft::render
