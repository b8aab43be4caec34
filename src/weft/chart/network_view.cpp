// SPDX-License-Identifier: Apache-2.0
#include "weft/chart/network_view.hpp"

#include <algorithm>
#include <map>
#include <numeric>

#include "weft/chart/legend.hpp"
#include "weft/chart/network_parts.hpp"
#include "weft/chart/placement.hpp"
#include "weft/chart/theme.hpp"

namespace weft::chart {
namespace {

constexpr double max_side = 840, picture_margin = 34, cell_side = 62;

/// Style of the lines that form one path; paths are drawn in ascending order.
struct Look {
  std::size_t order;  ///< of the class, or level of the load
  std::uint16_t channel_class;
  int width;  ///< 0..4, of aggregates
  bool failed;
  auto operator<=>(Look const&) const = default;
};

class NetworkDrawing {
 public:
  explicit NetworkDrawing(NetworkView const& view) : view_(view), placement_(place(view)) {
    order_classes();
    fit();
  }

  std::string str() {
    bool const cut_ends = std::ranges::any_of(placement_.shapes, &LinkShape::cut_ends);
    auto const head = head_of(view_.title, view_.facts, note(), width_ - 2 * picture_margin);
    top_ = head.height;
    auto const legend =
        legend_of(view_, {cut_ends, !placement_.names.empty(), opacities(), shows_terminals()},
                  {picture_margin, top_ + height_}, width_ - 2 * picture_margin);
    auto out = svg_document(width_, top_ + height_ + legend.height, view_.title);
    for (auto const& element : head.elements) out.add(element);
    draw_links(out);
    draw_loops(out);
    draw_arrows(out);
    draw_paths(out);
    draw_terminals(out);
    draw_vertices(out);
    draw_plane_names(out);
    add_group_names(out, view_, drawn_vertices());
    add_vertex_names(out, view_, drawn_vertices());
    if (view_.shows_values()) add_value_labels(out, view_, drawn_links(), drawn_vertices());
    for (auto const& element : legend.elements) out.add(element);
    return out.str();
  }

 private:
  /// Orders the classes: long links first, so that short links remain visible.
  void order_classes() {
    std::map<std::uint16_t, std::pair<double, double>> lengths;  // sum and count, by class
    for (auto const& link : view_.links) {
      auto const a = placement_.at[link.a], b = placement_.at[link.b];
      auto& [sum, count] = lengths[link.channel_class];
      sum += std::hypot(a.x - b.x, a.y - b.y);
      ++count;
    }
    std::vector<std::pair<double, std::uint16_t>> sorted;
    for (auto const& [of_class, length] : lengths)
      sorted.emplace_back(-length.first / length.second, of_class);
    std::ranges::sort(sorted);
    for (std::size_t i = 0; i < sorted.size(); ++i) order_[sorted[i].second] = i;
  }

  void fit() {
    Point low{0, 0}, high{0, 0};
    auto const include = [&](Point p) {
      low = {std::min(low.x, p.x), std::min(low.y, p.y)};
      high = {std::max(high.x, p.x), std::max(high.y, p.y)};
    };
    if (!placement_.at.empty()) low = high = placement_.at[0];
    for (auto const& p : placement_.at) include(p);
    for (std::size_t i = 0; i < view_.links.size(); ++i) {
      auto const& link = view_.links[i];
      auto const& shape = placement_.shapes[i];
      auto const a = placement_.at[link.a], b = placement_.at[link.b];
      if (shape.cut_ends) {
        include({a.x + shape.out.x, a.y + shape.out.y});
        include({b.x - shape.out.x, b.y - shape.out.y});
      } else if (shape.bend != 0) {
        auto const middle = control(a, b, shape.bend);
        include({(a.x + b.x + 2 * middle.x) / 4, (a.y + b.y + 2 * middle.y) / 4});
      }
    }
    double const maximum = view_.max_width > 0 ? view_.max_width : max_side;
    bool const has_terminals = std::ranges::any_of(view_.terminals, [](auto count) { return count > 0; });
    if (has_terminals && !view_.shows_values() && !names_vertices(view_)) {
      double const room = 0.62 * placement_.spacing;  // for terminals beyond the outermost routers
      bool const below = view_.style == Arrangement::stages;
      if (!below) low = {low.x - room, low.y - room};
      high = {below ? high.x : high.x + room, high.y + room};
    }
    double const wide = high.x - low.x, tall = high.y - low.y;
    scale_ = std::min({cell_side / placement_.spacing, (maximum - 2 * picture_margin) / std::max(wide, 1e-9),
                       (maximum - 2 * picture_margin) / std::max(tall, 1e-9)});
    radius_ = std::clamp((view_.vertices.size() < 200 ? 0.3 : 0.22) * placement_.spacing * scale_, 1.3, 13.0);
    double const title = std::min(640.0, text_width(view_.title, 14, true));
    width_ = std::min(maximum, std::max({view_.shows_values() ? 420.0 : 380.0, title + 2 * picture_margin + 4,
                                         wide * scale_ + 2 * picture_margin}));
    height_ = tall * scale_ + 2 * picture_margin;
    for (auto const& link : view_.links) max_count_ = std::max(max_count_, link.count);
    thickness_ = line_width();
    origin_ = {width_ / 2 - (low.x + high.x) / 2 * scale_, picture_margin - low.y * scale_};
  }

  Point px(Point p) const { return {origin_.x + p.x * scale_, top_ + origin_.y + p.y * scale_}; }

  static Point control(Point a, Point b, double bend) {
    return {(a.x + b.x) / 2 + 2 * bend * (b.y - a.y), (a.y + b.y) / 2 - 2 * bend * (b.x - a.x)};
  }

  std::vector<DrawnLink> drawn_links() const {
    std::vector<DrawnLink> links;
    for (std::size_t i = 0; i < view_.links.size(); ++i) {
      auto const& link = view_.links[i];
      auto const a = placement_.at[link.a], b = placement_.at[link.b];
      links.push_back({px(a), px(control(a, b, placement_.shapes[i].bend)), px(b),
                       link.a != link.b && !placement_.shapes[i].cut_ends});
    }
    return links;
  }
  DrawnVertices drawn_vertices() const {
    DrawnVertices drawn{{}, radius_, width_};
    for (auto const& p : placement_.at) drawn.at.push_back(px(p));
    return drawn;
  }

  /// Returns the line width at which all links together cover at most a quarter of the picture, within
  /// limits.
  double line_width() const {
    auto const links = view_.links.size();
    double const requested = view_.aggregate ? 6
                             : links < 150   ? 1.8
                             : links < 600   ? 1.3
                             : links < 2500  ? 0.9
                                             : 0.6;
    double length = 1;
    for (std::size_t i = 0; i < links; ++i) {
      auto const a = placement_.at[view_.links[i].a], b = placement_.at[view_.links[i].b];
      auto const& shape = placement_.shapes[i];
      length += scale_ * (shape.cut_ends ? 2 * std::hypot(shape.out.x, shape.out.y)
                                         : std::hypot(a.x - b.x, a.y - b.y));
    }
    return std::clamp(0.25 * width_ * height_ / length, links < 1500 ? 0.35 : 0.2,
                      std::min(requested, 1.6 * radius_));
  }
  double line_opacity() const {
    auto const links = view_.links.size();
    if (view_.shows_values()) return 1;
    return links < 600 ? 0.85 : links < 1500 ? 0.6 : links < 4000 ? 0.35 : 0.22;
  }

  /// Returns the opacity of the lines of the class at position `order` of the drawing order: the links of
  /// later classes are shorter and more opaque.
  double opacity_of(std::size_t order) const {
    return order > 0 && !view_.shows_values() ? std::max(line_opacity(), 0.85) : line_opacity();
  }
  std::vector<double> opacities() const {
    std::vector<double> opacities(view_.classes.size(), line_opacity());
    for (auto const& [of_class, order] : order_)
      if (of_class < opacities.size()) opacities[of_class] = opacity_of(order);
    return opacities;
  }

  /// Returns one of five width classes, by the number of links that a line represents.
  int width_class(ViewLink const& link) const {
    if (!view_.aggregate || view_.shows_values()) return 0;
    double const share = static_cast<double>(link.count) / static_cast<double>(max_count_);
    return std::clamp(static_cast<int>(std::ceil(5 * std::sqrt(share))) - 1, 0, 4);
  }

  Look look_of(ViewLink const& link) const {
    if (view_.shows_values() && !link.failed) return {value_level(view_, link.value), 0, 0, false};
    return {order_.at(link.channel_class), link.channel_class, width_class(link), link.failed};
  }

  void draw_links(Element& out) {
    std::map<Look, std::string> lines, cut_ends;
    for (std::size_t i = 0; i < view_.links.size(); ++i) {
      auto const& link = view_.links[i];
      if (link.a == link.b) continue;
      auto const& shape = placement_.shapes[i];
      auto const ua = placement_.at[link.a], ub = placement_.at[link.b];
      auto const a = px(ua), b = px(ub);
      auto const look = look_of(link);
      if (shape.cut_ends) {
        auto const end_a = px({ua.x + shape.out.x, ua.y + shape.out.y}),
                   end_b = px({ub.x - shape.out.x, ub.y - shape.out.y});
        cut_ends[look] += move_to(a) + line_to(end_a) + move_to(b) + line_to(end_b);
      } else if (shape.bend != 0) {
        auto const c = px(control(ua, ub, shape.bend));
        lines[look] += move_to(a) + "Q" + svg_number(c.x) + " " + svg_number(c.y) + " " + svg_number(b.x) +
                       " " + svg_number(b.y);
      } else {
        lines[look] += move_to(a) + line_to(b);
      }
    }
    for (auto const& [look, path] : lines) out.add(path_of(look, path, {}));
    for (auto const& [look, path] : cut_ends) out.add(path_of(look, path, "3 2"));
  }

  static std::string move_to(Point p) { return "M" + svg_number(p.x) + " " + svg_number(p.y); }
  static std::string line_to(Point p) { return "L" + svg_number(p.x) + " " + svg_number(p.y); }

  Element path_of(Look const& look, std::string const& path, std::string_view dash) const {
    Element out{"path"};
    out.set("d", path).set("fill", "none");
    if (look.failed)
      out.set("stroke", axis_gray).set("stroke-width", thickness_);
    else if (view_.shows_values())
      out.set("stroke", level_color(look.order)).set("stroke-width", level_width(look.order, thickness_));
    else
      out.set("stroke", palette_color(look.channel_class))
          .set("stroke-width", view_.aggregate ? thickness_ * (look.width + 1) / 5 : thickness_);
    auto const opacity = opacity_of(look.order);
    if (opacity < 1) out.set("stroke-opacity", opacity);
    if (look.failed) dash = failed_dash;
    if (!dash.empty()) out.set("stroke-dasharray", dash);
    return out;
  }

  void draw_loops(Element& out) const {
    if (view_.links.size() > 1500) return;
    Point center{};
    for (auto const& p : placement_.at) {
      center.x += p.x / static_cast<double>(placement_.at.size());
      center.y += p.y / static_cast<double>(placement_.at.size());
    }
    for (auto const& link : view_.links) {
      if (link.a != link.b) continue;
      auto const at = placement_.at[link.a];
      double const dx = at.x - center.x, dy = at.y - center.y, length = std::max(std::hypot(dx, dy), 1e-9);
      auto const p = px(at);
      Point const middle{p.x + dx / length * 1.3 * radius_, p.y + dy / length * 1.3 * radius_};
      auto const color = view_.shows_values() ? level_color(value_level(view_, link.value))
                                              : palette_color(link.channel_class);
      out.add(svg_circle(middle, 0.8 * radius_, "none", {color, std::min(1.2, thickness_)}));
    }
  }

  void draw_arrows(Element& out) const {
    if (!view_.directed || view_.aggregate || view_.links.size() > 300) return;
    double const size = std::clamp(0.55 * radius_, 2.5, 6.0);
    for (std::size_t i = 0; i < view_.links.size(); ++i) {
      auto const& link = view_.links[i];
      if (link.a == link.b || placement_.shapes[i].cut_ends) continue;
      auto const ua = placement_.at[link.a], ub = placement_.at[link.b];
      auto const a = px(ua), b = px(ub), c = px(control(ua, ub, placement_.shapes[i].bend));
      double const t = 0.72, s = 1 - t;
      Point const tip{s * s * a.x + 2 * s * t * c.x + t * t * b.x,
                      s * s * a.y + 2 * s * t * c.y + t * t * b.y};
      auto const color = view_.shows_values() ? level_color(value_level(view_, link.value))
                                              : palette_color(link.channel_class);
      out.add(
          arrow_at(tip, {s * (c.x - a.x) + t * (b.x - c.x), s * (c.y - a.y) + t * (b.y - c.y)}, size, color));
    }
  }

  /// Returns an arrowhead centered at `at`.
  static Element arrow_at(Point at, Point direction, double size, std::string_view color) {
    double const length = std::max(std::hypot(direction.x, direction.y), 1e-9),
                 ex = direction.x / length * size, ey = direction.y / length * size;
    return svg_polygon({{at.x + ex, at.y + ey},
                        {at.x - ex - ey * 0.8, at.y - ey + ex * 0.8},
                        {at.x - ex + ey * 0.8, at.y - ey - ex * 0.8}},
                       color, 1, {.width = 0});
  }

  void draw_paths(Element& out) const {
    for (auto const& path : view_.paths) {
      auto const hops = path.vertices.size() - (path.closed ? 0 : 1);
      for (std::size_t i = 0; i < hops; ++i)
        draw_hop(out, path.vertices[i], path.vertices[(i + 1) % path.vertices.size()]);
    }
  }
  /// Draws one hop of a path, with the shape of the link that it uses.
  void draw_hop(Element& out, std::uint32_t from, std::uint32_t to) const {
    Stroke const stroke{palette_color(1), std::clamp(radius_ / 3, 1.6, 3.0)};
    double const head = std::clamp(radius_ / 2, 3.5, 6.0);
    auto const ua = placement_.at[from], ub = placement_.at[to];
    for (std::size_t i = 0; i < view_.links.size(); ++i) {
      auto const& link = view_.links[i];
      bool const forward = link.a == from && link.b == to;
      if (!forward && !(link.a == to && link.b == from)) continue;
      auto const& shape = placement_.shapes[i];
      double const sign = forward ? 1 : -1;
      if (shape.cut_ends) {
        auto const leave = px({ua.x + sign * shape.out.x, ua.y + sign * shape.out.y}),
                   enter = px({ub.x - sign * shape.out.x, ub.y - sign * shape.out.y});
        out.add(svg_line(px(ua), leave, stroke));
        out.add(svg_line(enter, px(ub), stroke));
        out.add(arrow_at(leave, {leave.x - px(ua).x, leave.y - px(ua).y}, head, stroke.color));
        return;
      }
      return draw_bent(out, px(ua), px(control(ua, ub, sign * shape.bend)), px(ub), stroke, head);
    }
    draw_bent(out, px(ua), px(control(ua, ub, 0)), px(ub), stroke, head);
  }
  static void draw_bent(Element& out, Point a, Point c, Point b, Stroke const& stroke, double head) {
    Element path{"path"};
    path.set("d", move_to(a) + "Q" + svg_number(c.x) + " " + svg_number(c.y) + " " + svg_number(b.x) + " " +
                      svg_number(b.y));
    out.add(
        std::move(path.set("fill", "none").set("stroke", stroke.color).set("stroke-width", stroke.width)));
    constexpr double t = 0.6, s = 1 - t;
    Point const tip{s * s * a.x + 2 * s * t * c.x + t * t * b.x, s * s * a.y + 2 * s * t * c.y + t * t * b.y};
    out.add(arrow_at(tip, {s * (c.x - a.x) + t * (b.x - c.x), s * (c.y - a.y) + t * (b.y - c.y)}, head,
                     stroke.color));
  }

  void draw_vertices(Element& out) const {
    constexpr std::size_t many = 500;
    bool const as_group = view_.vertices.size() > many && radius_ < 6.5;
    std::vector<Point> routers;
    for (std::size_t v = 0; v < view_.vertices.size(); ++v) {
      auto const p = px(placement_.at[v]);
      auto const level = v < view_.inner_values.size() ? value_level(view_, view_.inner_values[v]) : 0;
      if (level > 0)
        out.add(svg_circle(p, radius_, level_color(level), {router_color, 1}));
      else if (as_group && view_.vertices[v] == VertexKind::router)
        routers.push_back(p);
      else
        out.add(vertex_sign(view_.vertices[v], p, radius_));
      if (radius_ < 6.5 || names_vertices(view_) || (view_.aggregate && view_.group_name.empty())) continue;
      bool const dark = view_.vertices[v] == VertexKind::router;
      auto const label = std::to_string(v);
      double const size = std::min(radius_ * 1.05, 2.9 * radius_ / static_cast<double>(label.size()));
      auto const color = level > 0 ? ink_on(level - 1) : dark ? on_dark : ink;
      out.add(svg_text({p.x, p.y + 0.36 * size}, label,
                       {.size = size, .color = color, .anchor = Anchor::middle}));
    }
    if (!routers.empty()) out.add(router_signs(routers, radius_));
  }

  /// Returns whether the terminals are drawn: if they are few and the circles of the routers are large
  /// enough.
  bool shows_terminals() const {
    constexpr std::uint32_t max_terminals = 3000;
    if (view_.aggregate || view_.shows_values() || names_vertices(view_) || radius_ < 6.5) return false;
    return std::accumulate(view_.terminals.begin(), view_.terminals.end(), std::uint32_t{0}) <= max_terminals;
  }

  /// Returns, for each vertex, the centroid of all vertices or of its outermost group.
  std::vector<Point> centers() const {
    bool const by_group = view_.style == Arrangement::groups && !view_.parts.empty();
    auto const part = [&](std::size_t v) { return by_group ? view_.parts[0][v] : 0U; };
    std::map<std::uint32_t, std::pair<Point, double>> sums;
    for (std::size_t v = 0; v < placement_.at.size(); ++v) {
      auto& [sum, count] = sums[part(v)];
      sum = {sum.x + placement_.at[v].x, sum.y + placement_.at[v].y};
      ++count;
    }
    std::vector<Point> all;
    for (std::size_t v = 0; v < placement_.at.size(); ++v) {
      auto const& [sum, count] = sums[part(v)];
      all.push_back({sum.x / count, sum.y / count});
    }
    return all;
  }

  /// Returns the direction from a router to its terminals: down below trees, between the channels of a grid,
  /// else away from the center.
  Point away(std::size_t v, Point center) const {
    if (view_.style == Arrangement::stages) return {0, 1};
    if (view_.style == Arrangement::grid || view_.style == Arrangement::given) return {0.71, 0.71};
    Point const p{placement_.at[v].x - center.x, placement_.at[v].y - center.y};
    double const length = std::hypot(p.x, p.y);
    return length < 1e-9 ? Point{0, -1} : Point{p.x / length, p.y / length};
  }

  /// Draws the terminals of each router as squares connected to it; many terminals as one square with their
  /// number.
  void draw_terminals(Element& out) const {
    if (!shows_terminals()) return;
    constexpr std::uint32_t max_drawn = 4;
    double const side = 0.45 * radius_, reach = 1.75 * radius_;
    auto const middles = centers();
    for (std::size_t v = 0; v < view_.terminals.size(); ++v) {
      auto const count = view_.terminals[v];
      if (count == 0 || view_.vertices[v] != VertexKind::router) continue;
      auto const p = px(placement_.at[v]), direction = away(v, middles[v]);
      auto const drawn = count <= max_drawn ? count : 1;
      for (std::uint32_t i = 0; i < drawn; ++i) {
        double const angle = 0.55 * (static_cast<double>(i) - (drawn - 1) / 2.0), c = std::cos(angle),
                     s = std::sin(angle);
        Point const to{p.x + reach * (c * direction.x - s * direction.y),
                       p.y + reach * (s * direction.x + c * direction.y)};
        out.add(svg_line(p, to, {node_edge, 0.8}));
        out.add(std::move(svg_rect({to.x - side / 2, to.y - side / 2, side, side}, node_color)
                              .set("stroke", node_edge)
                              .set("stroke-width", 0.5)));
        if (count > max_drawn)
          out.add(svg_text({to.x, to.y + side / 2 + 8}, "×" + std::to_string(count),
                           {.size = 8, .anchor = Anchor::middle}));
      }
    }
  }

  void draw_plane_names(Element& out) const {
    for (auto const& name : placement_.names)
      out.add(svg_text(px(name.at), name.text, {.size = 10, .anchor = Anchor::middle, .halo = true}));
  }

  /// Returns the note of the view and, if they occur, the meaning of plane names and group numbers, and a
  /// sentence on equal values.
  std::string note() const {
    auto note = view_.note;
    auto const add = [&](std::string const& sentence) {
      note += (note.empty() || sentence.empty() ? "" : " ") + sentence;
    };
    if (!placement_.names.empty())
      add("Each part is a plane of the first two dimensions; the numbers above it are its coordinates "
          "in the others.");
    if (!group_names_fit(view_, drawn_vertices()))
      add("The numbers outside are " + view_.group_name + " numbers.");
    if (view_.shows_values()) add(format_equal_values(view_));
    return note;
  }

  NetworkView const& view_;
  VertexPlacement placement_;
  std::map<std::uint16_t, std::size_t> order_;  // drawing order of classes
  double scale_ = 1, radius_ = 1, thickness_ = 1, width_ = 0, height_ = 0, top_ = 0;
  Point origin_;
  std::uint64_t max_count_ = 1;
};

}  // namespace

std::string to_svg(NetworkView const& view) { return NetworkDrawing(view).str(); }

}  // namespace weft::chart
