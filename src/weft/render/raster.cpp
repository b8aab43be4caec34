// SPDX-License-Identifier: Apache-2.0
#include "weft/render/raster.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "weft/core/memory.hpp"
#include "weft/render/deflate.hpp"
#include "weft/render/font.hpp"

namespace weft::render {
namespace {

/// Points in pixels, joined by straight lines.
struct Polyline {
  std::vector<Point> points;
  bool closed = false;
};

/// A coordinate transformation: rotation and scaling by (a, b), then translation by (x, y).
struct Placement {
  double a = 1, b = 0, x = 0, y = 0;
  bool mirrored = false;  ///< y of the outline grows upwards

  Point operator()(Point p) const {
    double const v = mirrored ? -p.y : p.y;
    return {a * p.x - b * v + x, b * p.x + a * v + y};
  }
};

void add_cubic(std::vector<Point>& points, Point from, std::array<Point, 3> const& p) {
  double const length = std::hypot(p[0].x - from.x, p[0].y - from.y) +
                        std::hypot(p[1].x - p[0].x, p[1].y - p[0].y) +
                        std::hypot(p[2].x - p[1].x, p[2].y - p[1].y);
  int const steps = std::clamp(static_cast<int>(std::ceil(3 * std::sqrt(length))), 2, 200);
  for (int i = 1; i <= steps; ++i) {
    double const t = static_cast<double>(i) / steps, s = 1 - t;
    double const w0 = s * s * s, w1 = 3 * s * s * t, w2 = 3 * s * t * t, w3 = t * t * t;
    points.push_back({w0 * from.x + w1 * p[0].x + w2 * p[1].x + w3 * p[2].x,
                      w0 * from.y + w1 * p[0].y + w2 * p[1].y + w3 * p[2].y});
  }
}

std::vector<Polyline> flattened(Outline const& outline, Placement const& place) {
  std::vector<Polyline> lines;
  for (auto const& [kind, p] : outline) {
    if (kind == Segment::close) {
      if (!lines.empty()) lines.back().closed = true;
      continue;
    }
    if (kind == Segment::move || lines.empty() || lines.back().closed) {
      auto const begin = kind == Segment::move || lines.empty() ? place(p[0]) : lines.back().points.front();
      lines.push_back({{begin}});
      if (kind == Segment::move) continue;
    }
    auto& points = lines.back().points;
    if (kind == Segment::line)
      points.push_back(place(p[0]));
    else
      add_cubic(points, points.back(), {place(p[0]), place(p[1]), place(p[2])});
  }
  return lines;
}

/// The fraction of each pixel of a rectangle that an area covers, from the signed areas of its edges: the
/// prefix sum of a row is the winding number at a pixel, weighted by the covered fraction.
class Coverage {
 public:
  Coverage(std::vector<Polyline> const& areas, std::size_t width, std::size_t height) {
    double low_x = 1e300, low_y = 1e300, high_x = -1e300, high_y = -1e300;
    for (auto const& area : areas)
      for (auto const& p : area.points) {
        low_x = std::min(low_x, p.x);
        high_x = std::max(high_x, p.x);
        low_y = std::min(low_y, p.y);
        high_y = std::max(high_y, p.y);
      }
    if (low_x > high_x) return;
    auto const cell = [](double at, std::size_t maximum) {
      return static_cast<std::size_t>(std::clamp(at, 0.0, static_cast<double>(maximum)));
    };
    x_ = cell(std::floor(low_x), width);
    y_ = cell(std::floor(low_y), height);
    width_ = cell(std::ceil(high_x), width) - x_;
    height_ = cell(std::ceil(high_y), height) - y_;
    if (width_ == 0 || height_ == 0) return;
    sums_.assign((width_ + 2) * height_, 0.0F);
    for (auto const& area : areas)
      for (std::size_t i = 0; i < area.points.size(); ++i)
        add_edge(area.points[i], area.points[(i + 1) % area.points.size()]);
  }

  /// Calls visit(x, y, covered fraction) for the pixels that are covered.
  template <class Visit>
  void for_each(Visit visit) const {
    for (std::size_t row = 0; row < height_; ++row) {
      float sum = 0;
      for (std::size_t column = 0; column < width_; ++column) {
        sum += sums_[row * (width_ + 2) + column];
        if (float const part = std::min(std::abs(sum), 1.0F); part > 1.0F / 512)
          visit(x_ + column, y_ + row, part);
      }
    }
  }

 private:
  void add_edge(Point a, Point b) {
    if (a.y == b.y) return;
    double const sign = a.y < b.y ? 1 : -1;
    if (sign < 0) std::swap(a, b);
    double const slope = (b.x - a.x) / (b.y - a.y), first = static_cast<double>(y_);
    double const top = std::max(a.y, first), bottom = std::min(b.y, first + static_cast<double>(height_));
    for (double y = top; y < bottom;) {
      double const next = std::min(bottom, std::floor(y) + 1);
      auto const row = static_cast<std::size_t>(std::floor(y) - first);
      double const x0 = a.x + (y - a.y) * slope, x1 = a.x + (next - a.y) * slope;
      add_in_row(row, std::min(x0, x1), std::max(x0, x1), sign * (next - y));
      y = next;
    }
  }

  /// Adds an edge within one row, from x = low to high, with the signed height `turned` in rows.
  void add_in_row(std::size_t row, double low, double high, double turned) {
    double const left = static_cast<double>(x_), right = left + static_cast<double>(width_);
    low = std::clamp(low, left, right) - left;
    high = std::clamp(high, left, right) - left;
    auto* const sums = sums_.data() + row * (width_ + 2);
    auto const add = [&](std::size_t column, double value) { sums[column] += static_cast<float>(value); };
    double const length = high - low;
    for (double x = low;;) {
      auto const column = static_cast<std::size_t>(x);
      double const next = std::min(high, static_cast<double>(column) + 1);
      double const part = length > 0 ? (next - x) / length * turned : turned;
      double const covered = static_cast<double>(column) + 1 - (x + next) / 2;  // right of the edge
      add(column, part * covered);
      add(column + 1, part * (1 - covered));
      if (next >= high) return;
      x = next;
    }
  }

  std::size_t x_ = 0, y_ = 0, width_ = 0, height_ = 0;
  std::vector<float> sums_;
};

/// Adds a polygon in the common orientation, so that overlaps add up.
void add_area(std::vector<Polyline>& areas, std::vector<Point> points) {
  double twice = 0;
  for (std::size_t i = 0; i < points.size(); ++i) {
    auto const &a = points[i], &b = points[(i + 1) % points.size()];
    twice += a.x * b.y - b.x * a.y;
  }
  if (twice < 0) std::ranges::reverse(points);
  areas.push_back({std::move(points), true});
}

/// Splits the line into dashes.
std::vector<Polyline> dashed(Polyline line, std::vector<double> const& dashes) {
  double period = 0;
  for (double const dash : dashes) period += dash;
  if (!(period > 0)) return {std::move(line)};
  if (line.closed) line.points.push_back(line.points.front());
  std::vector<Polyline> pieces;
  std::size_t index = 0;
  double left = dashes.front();
  bool drawn = true;
  pieces.push_back({{line.points.front()}});
  for (std::size_t i = 1; i < line.points.size(); ++i) {
    Point at = line.points[i - 1];
    Point const end = line.points[i];
    for (double rest = std::hypot(end.x - at.x, end.y - at.y); rest > left;) {
      double const part = left / rest;
      at = {at.x + part * (end.x - at.x), at.y + part * (end.y - at.y)};
      rest -= left;
      if (drawn)
        pieces.back().points.push_back(at);
      else
        pieces.push_back({{at}});
      drawn = !drawn;
      index = (index + 1) % dashes.size();
      left = std::max(dashes[index], 1e-3);
    }
    left -= std::hypot(end.x - at.x, end.y - at.y);
    if (drawn) pieces.back().points.push_back(end);
  }
  return pieces;
}

/// Returns the area of lines of width `width`: a rectangle per segment, and round joins unless the line is
/// hair-thin.
std::vector<Polyline> stroked(std::vector<Polyline> const& lines, double width) {
  constexpr double min_joined_length = 1.2;
  constexpr int corners = 12;
  std::vector<Polyline> areas;
  double const half = width / 2;
  for (auto const& line : lines) {
    auto const& points = line.points;
    auto const parts = points.size() - (line.closed ? 0 : 1);
    for (std::size_t i = 0; i < parts; ++i) {
      auto const a = points[i], b = points[(i + 1) % points.size()];
      double const length = std::hypot(b.x - a.x, b.y - a.y);
      if (length == 0) continue;
      double const x = -(b.y - a.y) / length * half, y = (b.x - a.x) / length * half;
      add_area(areas, {{a.x + x, a.y + y}, {b.x + x, b.y + y}, {b.x - x, b.y - y}, {a.x - x, a.y - y}});
      bool const joins = line.closed || i + 1 < parts;
      if (!joins || width < min_joined_length) continue;
      std::vector<Point> join;
      for (int corner = 0; corner < corners; ++corner) {
        double const angle = 2 * std::numbers::pi * corner / corners;
        join.push_back({b.x + half * std::cos(angle), b.y + half * std::sin(angle)});
      }
      add_area(areas, std::move(join));
    }
  }
  return areas;
}

class Canvas {
 public:
  Canvas(std::size_t width, std::size_t height) : image_{width, height, {}} {
    require_memory(3 * width * height,
                   "a picture of " + std::to_string(width) + " x " + std::to_string(height),
                   "choose a smaller width");
    image_.bytes.assign(3 * width * height, 255);
  }

  void fill(std::vector<Polyline> const& areas, Color const& color, bool crisp = false) {
    Coverage(areas, image_.width, image_.height).for_each([&](std::size_t x, std::size_t y, float part) {
      if (crisp) part = part >= 0.5F ? 1.0F : 0.0F;
      auto* const pixel = image_.bytes.data() + 3 * (y * image_.width + x);
      auto const mix = [&](std::uint8_t under, std::uint8_t over) {
        double const opacity = part * color.opacity;
        return static_cast<std::uint8_t>(std::lround(under + opacity * (over - under)));
      };
      pixel[0] = mix(pixel[0], color.red);
      pixel[1] = mix(pixel[1], color.green);
      pixel[2] = mix(pixel[2], color.blue);
    });
  }

  void stroke(std::vector<Polyline> lines, Stroke const& style, double scale) {
    std::vector<Polyline> pieces;
    auto dashes = style.dashes;
    for (auto& dash : dashes) dash *= scale;
    for (auto& line : lines) {
      if (line.points.size() < 2) continue;
      if (dashes.empty())
        pieces.push_back(std::move(line));
      else
        std::ranges::move(dashed(std::move(line), dashes), std::back_inserter(pieces));
    }
    std::erase_if(pieces, [](Polyline const& piece) { return piece.points.size() < 2; });
    fill(stroked(pieces, style.width * scale), style.color);
  }

  Image image() && { return std::move(image_); }

 private:
  Image image_;
};

void draw(Canvas& canvas, Shape const& shape, double scale) {
  auto lines = flattened(shape.outline, {.a = scale});
  if (shape.fill) canvas.fill(lines, *shape.fill, shape.crisp);
  if (shape.stroke) canvas.stroke(std::move(lines), *shape.stroke, scale);
}

void draw(Canvas& canvas, Label const& label, double scale) {
  auto const& face = font(label.bold);
  auto const glyphs = face.glyphs(label.text);
  double const c = std::cos(label.angle), s = std::sin(label.angle);
  double along = -label.anchor * face.width(glyphs) * label.size;
  std::vector<Polyline> letters;
  for (auto const glyph : glyphs) {
    Placement const place{scale * label.size * c, scale * label.size * s, scale * (label.at.x + along * c),
                          scale * (label.at.y + along * s), true};
    std::ranges::move(flattened(face.outline(glyph), place), std::back_inserter(letters));
    along += face.advance(glyph) * label.size;
  }
  if (label.halo) canvas.stroke(letters, *label.halo, scale);
  canvas.fill(letters, label.color);
}

void append_number(std::string& out, std::uint32_t value) {
  for (int shift = 24; shift >= 0; shift -= 8) out += static_cast<char>(value >> shift & 255U);
}

void append_chunk(std::string& out, std::string const& type, std::string const& data) {
  append_number(out, static_cast<std::uint32_t>(data.size()));
  out += type + data;
  append_number(out, crc32(type + data));
}

}  // namespace

Image rasterize(Drawing const& drawing, double scale) {
  auto const pixels = [&](double length) {
    return static_cast<std::size_t>(std::max(1.0, std::round(length * scale)));
  };
  Canvas canvas(pixels(drawing.width), pixels(drawing.height));
  for (auto const& item : drawing.items)
    std::visit([&](auto const& each) { draw(canvas, each, scale); }, item);
  return std::move(canvas).image();
}

std::string png_bytes(Image const& image, double density) {
  constexpr char eight_bits = 8, true_color = 2, by_row_above = 2, per_meter = 1;
  std::string out = "\x89PNG\r\n\x1A\n", header, physical, rows;
  append_number(header, static_cast<std::uint32_t>(image.width));
  append_number(header, static_cast<std::uint32_t>(image.height));
  header += {eight_bits, true_color, 0, 0, 0};
  append_chunk(out, "IHDR", header);
  auto const pixels_per_meter = static_cast<std::uint32_t>(std::lround(density / 0.0254));
  append_number(physical, pixels_per_meter);
  append_number(physical, pixels_per_meter);
  append_chunk(out, "pHYs", physical + per_meter);
  auto const row = 3 * image.width;
  rows.reserve((row + 1) * image.height);
  for (std::size_t y = 0; y < image.height; ++y) {
    rows += by_row_above;
    for (std::size_t i = 0; i < row; ++i) {
      auto const here = image.bytes[y * row + i];
      auto const above = y == 0 ? std::uint8_t{0} : image.bytes[(y - 1) * row + i];
      rows += static_cast<char>(here - above);
    }
  }
  append_chunk(out, "IDAT", deflated(rows));
  append_chunk(out, "IEND", "");
  return out;
}

std::string png_bytes(Drawing const& drawing) {
  constexpr double print_density = 600, screen_density = 192, points_per_inch = 72;
  double const density = drawing.printed ? print_density : screen_density;
  return png_bytes(rasterize(drawing, drawing.unit * density / points_per_inch), density);
}

}  // namespace weft::render
