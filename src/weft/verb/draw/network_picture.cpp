#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <set>

#include <fmt/format.h>

#include "weft/chart/legend.hpp"
#include "weft/chart/palette.hpp"
#include "weft/verb/draw/placement.hpp"

namespace weft::verb {
using namespace chart;
namespace {

constexpr double most_side = 840, picture_margin = 34, cell_side = 62;
constexpr std::string_view router_color = "#1B3A57", node_color = "#E69F00";
constexpr std::string_view failed_dash = "1.5 2.5";  ///< of failed parts

/// A vertex as it is drawn.
Element vertex_sign(VertexKind kind, Point at, double radius) {
  double const line = std::clamp(radius / 5, 0.5, 1.6);
  if (kind == VertexKind::node) {
    Element out =
        svg_rect({at.x - 0.85 * radius, at.y - 0.85 * radius, 1.7 * radius, 1.7 * radius}, node_color);
    return std::move(out.set("stroke", "#7A5500").set("stroke-width", line / 2));
  }
  if (kind == VertexKind::failed)
    return svg_circle(at, radius - line / 2, "#ffffff", {axis_gray, line, failed_dash});
  if (kind == VertexKind::relay) return svg_circle(at, radius - line / 2, "#ffffff", {router_color, line});
  return svg_circle(at, radius, router_color, {.color = "#ffffff", .width = line / 2});
}

char const* name_of(VertexKind kind) {
  switch (kind) {
    case VertexKind::router: return "router with terminals";
    case VertexKind::relay: return "router without terminals";
    case VertexKind::failed: return "router that has failed";
    default: return "computing node";
  }
}

/// The legend of a picture's signs and colors, in rows of this width, starting at `origin`. `stubs`: whether
/// the picture draws only the ends of some links.
Strip legend_of(NetworkPicture const& picture, bool stubs, Point origin, double width) {
  LegendRows rows(origin, width);
  for (auto const kind : {VertexKind::router, VertexKind::relay, VertexKind::node, VertexKind::failed})
    if (picture.note.empty() && std::ranges::count(picture.vertices, kind) > 0)
      rows.add(name_of(kind), [&](Point at) {
        return vertex_sign(kind, {at.x + legend_sign_width / 2, at.y}, 6);
      });
  std::set<std::size_t> used;
  for (auto const& link : picture.links)
    if (!link.failed) used.insert(link.channel_class);
  rows.add_classes(picture.classes, used, picture.directed ? "channel" : "link");
  if (stubs)
    rows.add("wraps around to the other side", [](Point at) {
      return svg_line(at, {at.x + legend_sign_width, at.y}, {.color = soft_ink, .width = 1.5, .dash = "3 2"});
    });
  if (std::ranges::any_of(picture.links, &PictureLink::failed))
    rows.add(picture.directed ? "channel that has failed" : "link that has failed", [](Point at) {
      return svg_line(at, {at.x + legend_sign_width, at.y},
                      {.color = axis_gray, .width = 1.5, .dash = failed_dash});
    });
  return rows.done();
}

/// Lines of one look, as one path.
struct Look {
  std::uint16_t channel_class;
  int width;  ///< 0..4, of aggregates
  bool failed;
  auto operator<=>(Look const&) const = default;
};

class Drawing {
 public:
  explicit Drawing(NetworkPicture const& picture) : picture_(picture), placement_(place(picture)) { fit(); }

  std::string str() {
    bool const stubs = std::ranges::any_of(placement_.shapes, &LinkShape::stubs);
    auto const head = head_of(picture_.title, picture_.facts, picture_.note, width_ - 2 * picture_margin);
    top_ = head.height;
    auto const legend =
        legend_of(picture_, stubs, {picture_margin, top_ + height_}, width_ - 2 * picture_margin);
    auto out = svg_document(width_, top_ + height_ + legend.height, picture_.title);
    for (auto const& element : head.elements) out.add(element);
    draw_links(out);
    draw_loops(out);
    draw_arrows(out);
    draw_vertices(out);
    for (auto const& element : legend.elements) out.add(element);
    return out.str();
  }

 private:
  void fit() {
    Point low{0, 0}, high{0, 0};
    auto const include = [&](Point p) {
      low = {std::min(low.x, p.x), std::min(low.y, p.y)};
      high = {std::max(high.x, p.x), std::max(high.y, p.y)};
    };
    if (!placement_.at.empty()) low = high = placement_.at[0];
    for (auto const& p : placement_.at) include(p);
    for (std::size_t i = 0; i < picture_.links.size(); ++i) {
      auto const& link = picture_.links[i];
      auto const& shape = placement_.shapes[i];
      auto const a = placement_.at[link.a], b = placement_.at[link.b];
      if (shape.stubs) {
        include({a.x + shape.out.x, a.y + shape.out.y});
        include({b.x - shape.out.x, b.y - shape.out.y});
      } else if (shape.bend != 0) {
        auto const middle = control(a, b, shape.bend);
        include({(a.x + b.x + 2 * middle.x) / 4, (a.y + b.y + 2 * middle.y) / 4});
      }
    }
    double const wide = high.x - low.x, tall = high.y - low.y;
    scale_ =
        std::min({cell_side / placement_.spacing, (most_side - 2 * picture_margin) / std::max(wide, 1e-9),
                  (most_side - 2 * picture_margin) / std::max(tall, 1e-9)});
    radius_ =
        std::clamp((picture_.vertices.size() < 200 ? 0.3 : 0.22) * placement_.spacing * scale_, 1.3, 13.0);
    double const title = std::min(640.0, text_width(picture_.title, 14, true));
    width_ = std::max({380.0, title + 2 * picture_margin + 4, wide * scale_ + 2 * picture_margin});
    height_ = tall * scale_ + 2 * picture_margin;
    for (auto const& link : picture_.links) most_count_ = std::max(most_count_, link.count);
    thickness_ = line_width();
    origin_ = {width_ / 2 - (low.x + high.x) / 2 * scale_, picture_margin - low.y * scale_};
  }

  Point px(Point p) const { return {origin_.x + p.x * scale_, top_ + origin_.y + p.y * scale_}; }

  static Point control(Point a, Point b, double bend) {
    return {(a.x + b.x) / 2 + 2 * bend * (b.y - a.y), (a.y + b.y) / 2 - 2 * bend * (b.x - a.x)};
  }

  /// Thinner the more there are; together they cover at most a quarter of the picture.
  double line_width() const {
    auto const links = picture_.links.size();
    double const wanted = is_aggregate() ? 6
                          : links < 150  ? 1.8
                          : links < 600  ? 1.3
                          : links < 2500 ? 0.9
                                         : 0.6;
    double length = 1;
    for (auto const& link : picture_.links) {
      auto const a = placement_.at[link.a], b = placement_.at[link.b];
      length += scale_ * std::hypot(a.x - b.x, a.y - b.y);
    }
    return std::clamp(0.25 * width_ * height_ / length, links < 1500 ? 0.35 : 0.2,
                      std::min(wanted, 1.6 * radius_));
  }
  bool is_aggregate() const { return !picture_.note.empty(); }
  double line_opacity() const {
    auto const links = picture_.links.size();
    return links < 600 ? 0.85 : links < 2500 ? 0.65 : 0.45;
  }

  /// One of five, by the number of links that a line stands for.
  int width_class(PictureLink const& link) const {
    if (!is_aggregate()) return 0;
    double const share = static_cast<double>(link.count) / static_cast<double>(most_count_);
    return std::clamp(static_cast<int>(std::ceil(5 * std::sqrt(share))) - 1, 0, 4);
  }

  void draw_links(Element& out) {
    std::map<Look, std::string> lines, stubs;
    for (std::size_t i = 0; i < picture_.links.size(); ++i) {
      auto const& link = picture_.links[i];
      if (link.a == link.b) continue;
      auto const& shape = placement_.shapes[i];
      auto const ua = placement_.at[link.a], ub = placement_.at[link.b];
      auto const a = px(ua), b = px(ub);
      Look const look{link.channel_class, width_class(link), link.failed};
      if (shape.stubs) {
        auto const end_a = px({ua.x + shape.out.x, ua.y + shape.out.y}),
                   end_b = px({ub.x - shape.out.x, ub.y - shape.out.y});
        stubs[look] += move_to(a) + line_to(end_a) + move_to(b) + line_to(end_b);
      } else if (shape.bend != 0) {
        auto const c = px(control(ua, ub, shape.bend));
        lines[look] += move_to(a) + "Q" + svg_number(c.x) + " " + svg_number(c.y) + " " + svg_number(b.x) +
                       " " + svg_number(b.y);
      } else {
        lines[look] += move_to(a) + line_to(b);
      }
    }
    for (auto const& [look, path] : lines) out.add(path_of(look, path, {}));
    for (auto const& [look, path] : stubs) out.add(path_of(look, path, "3 2"));
  }

  static std::string move_to(Point p) { return "M" + svg_number(p.x) + " " + svg_number(p.y); }
  static std::string line_to(Point p) { return "L" + svg_number(p.x) + " " + svg_number(p.y); }

  Element path_of(Look const& look, std::string const& path, std::string_view dash) const {
    Element out{"path"};
    out.set("d", path)
        .set("fill", "none")
        .set("stroke", look.failed ? axis_gray : palette_color(look.channel_class));
    out.set("stroke-width", is_aggregate() ? thickness_ * (look.width + 1) / 5 : thickness_);
    out.set("stroke-opacity", line_opacity());
    if (look.failed) dash = failed_dash;
    if (!dash.empty()) out.set("stroke-dasharray", dash);
    return out;
  }

  void draw_loops(Element& out) const {
    if (picture_.links.size() > 1500) return;
    Point center{};
    for (auto const& p : placement_.at) {
      center.x += p.x / static_cast<double>(placement_.at.size());
      center.y += p.y / static_cast<double>(placement_.at.size());
    }
    for (auto const& link : picture_.links) {
      if (link.a != link.b) continue;
      auto const at = placement_.at[link.a];
      double const dx = at.x - center.x, dy = at.y - center.y, length = std::max(std::hypot(dx, dy), 1e-9);
      auto const p = px(at);
      Point const middle{p.x + dx / length * 1.3 * radius_, p.y + dy / length * 1.3 * radius_};
      out.add(svg_circle(middle, 0.8 * radius_, "none",
                         {palette_color(link.channel_class), std::min(1.2, thickness_)}));
    }
  }

  void draw_arrows(Element& out) const {
    if (!picture_.directed || is_aggregate() || picture_.links.size() > 300) return;
    double const size = std::clamp(0.55 * radius_, 2.5, 6.0);
    for (std::size_t i = 0; i < picture_.links.size(); ++i) {
      auto const& link = picture_.links[i];
      if (link.a == link.b || placement_.shapes[i].stubs) continue;
      auto const ua = placement_.at[link.a], ub = placement_.at[link.b];
      auto const a = px(ua), b = px(ub), c = px(control(ua, ub, placement_.shapes[i].bend));
      double const t = 0.72, s = 1 - t;
      Point const tip{s * s * a.x + 2 * s * t * c.x + t * t * b.x,
                      s * s * a.y + 2 * s * t * c.y + t * t * b.y};
      double const dx = s * (c.x - a.x) + t * (b.x - c.x), dy = s * (c.y - a.y) + t * (b.y - c.y);
      double const length = std::max(std::hypot(dx, dy), 1e-9), ex = dx / length * size,
                   ey = dy / length * size;
      out.add(svg_polygon({{tip.x + ex, tip.y + ey},
                           {tip.x - ex - ey * 0.8, tip.y - ey + ex * 0.8},
                           {tip.x - ex + ey * 0.8, tip.y - ey - ex * 0.8}},
                          palette_color(link.channel_class), 1, {.width = 0}));
    }
  }

  void draw_vertices(Element& out) const {
    for (std::size_t v = 0; v < picture_.vertices.size(); ++v) {
      auto const p = px(placement_.at[v]);
      out.add(vertex_sign(picture_.vertices[v], p, radius_));
      if (radius_ < 6.5 || !picture_.note.empty()) continue;
      bool const dark = picture_.vertices[v] == VertexKind::router;
      auto const label = std::to_string(v);
      double const size = std::min(radius_ * 1.05, 2.9 * radius_ / static_cast<double>(label.size()));
      out.add(svg_text({p.x, p.y + 0.36 * size}, label,
                       {.size = size, .color = dark ? "#ffffff" : ink, .anchor = Anchor::middle}));
    }
    draw_names(out);
  }

  void draw_names(Element& out) const {
    if (picture_.names.empty() || picture_.vertices.size() > 40) return;
    for (std::size_t v = 0; v < picture_.names.size(); ++v) {
      auto const p = px(placement_.at[v]);
      double const size = 10, half = text_width(picture_.names[v], size) / 2;
      double const x = std::clamp(p.x, half + 2, std::max(half + 2, width_ - half - 2));
      out.add(svg_text({x, p.y + radius_ + size}, picture_.names[v],
                       {.size = size, .anchor = Anchor::middle, .halo = true}));
    }
  }

  NetworkPicture const& picture_;
  VertexPlacement placement_;
  double scale_ = 1, radius_ = 1, thickness_ = 1, width_ = 0, height_ = 0, top_ = 0;
  Point origin_;
  std::uint64_t most_count_ = 1;
};

}  // namespace

std::string to_svg(NetworkPicture const& picture) { return Drawing(picture).str(); }

}  // namespace weft::verb
