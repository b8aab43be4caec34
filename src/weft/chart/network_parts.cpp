// SPDX-License-Identifier: Apache-2.0
#include "weft/chart/network_parts.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <string>

#include <fmt/format.h>

#include "weft/chart/legend.hpp"
#include "weft/chart/scale.hpp"
#include "weft/chart/svg.hpp"
#include "weft/chart/theme.hpp"

namespace weft::chart {
namespace {

constexpr double name_size = 10;
constexpr std::size_t max_names = 40;

struct Group {
  std::vector<Point> members;
  Point middle{};
};

Point middle_of(std::vector<Point> const& points) {
  Point middle{};
  for (auto const& p : points) {
    middle.x += p.x / static_cast<double>(points.size());
    middle.y += p.y / static_cast<double>(points.size());
  }
  return middle;
}

/// Returns the outermost groups, keyed by number; empty if they have no names.
std::map<std::uint32_t, Group> named_groups(NetworkView const& view, DrawnVertices const& drawn) {
  std::map<std::uint32_t, Group> groups;
  if (view.group_name.empty() || view.style != Arrangement::groups || view.parts.empty()) return groups;
  for (std::size_t v = 0; v < drawn.at.size(); ++v) groups[view.parts[0][v]].members.push_back(drawn.at[v]);
  for (auto& [number, group] : groups) group.middle = middle_of(group.members);
  return groups;
}

std::string name_of(NetworkView const& view, std::uint32_t number) {
  return view.group_name + " " + std::to_string(number);
}

bool fits(Group const& group, std::string const& name, double radius) {
  double const half = text_width(name, name_size) / 2;
  return std::ranges::none_of(group.members, [&](Point p) {
    return std::abs(p.x - group.middle.x) < half + radius &&
           std::abs(p.y - group.middle.y) < name_size + radius;
  });
}

/// Returns the number of a group as text outside the group, on the side away from `center`.
Element number_outside(std::uint32_t number, Group const& group, Point center, double radius) {
  Point away{group.middle.x - center.x, group.middle.y - center.y};
  double const length = std::max(std::hypot(away.x, away.y), 1e-9);
  away = {away.x / length, away.y / length};
  double reach = 0;
  for (auto const& p : group.members)
    reach = std::max(reach, (p.x - group.middle.x) * away.x + (p.y - group.middle.y) * away.y);
  reach += radius + 4 + 0.4 * name_size;
  auto const anchor = away.x > 0.4 ? Anchor::start : away.x < -0.4 ? Anchor::end : Anchor::middle;
  Point const at{group.middle.x + reach * away.x, group.middle.y + reach * away.y + 0.36 * name_size};
  return svg_text(at, std::to_string(number),
                  {.size = name_size, .anchor = anchor, .bold = true, .halo = true});
}

}  // namespace

bool group_names_fit(NetworkView const& view, DrawnVertices const& drawn) {
  return std::ranges::all_of(named_groups(view, drawn), [&](auto const& it) {
    return fits(it.second, name_of(view, it.first), drawn.radius);
  });
}

void add_group_names(Element& out, NetworkView const& view, DrawnVertices const& drawn) {
  bool const inside = group_names_fit(view, drawn);
  auto const center = middle_of(drawn.at);
  for (auto const& [number, group] : named_groups(view, drawn)) {
    if (!inside) {
      out.add(number_outside(number, group, center, drawn.radius));
      continue;
    }
    auto const name = name_of(view, number);
    double const width = text_width(name, name_size) + 4, height = name_size + 4;
    out.add(svg_rect({group.middle.x - width / 2, group.middle.y - height / 2, width, height}, paper, 0.85));
    out.add(svg_text({group.middle.x, group.middle.y + 0.36 * name_size}, name,
                     {.size = name_size, .anchor = Anchor::middle}));
  }
}

bool names_vertices(NetworkView const& view) {
  return !view.names.empty() && view.vertices.size() <= max_names;
}

void add_vertex_names(Element& out, NetworkView const& view, DrawnVertices const& drawn) {
  if (!names_vertices(view)) return;
  constexpr double smallest = 7, max_name_width = 160;
  double const fitting = 1.85 * drawn.radius / std::max(text_width(view.names, 1), 1e-9);
  if (fitting >= smallest) {
    double const size = std::min(fitting, name_size);
    for (std::size_t v = 0; v < view.names.size(); ++v) {
      auto const color = view.vertices[v] == VertexKind::router ? on_dark : ink;
      out.add(svg_text({drawn.at[v].x, drawn.at[v].y + 0.36 * size}, view.names[v],
                       {.size = size, .color = color, .anchor = Anchor::middle}));
    }
    return;
  }
  for (std::size_t v = 0; v < view.names.size(); ++v) {
    auto const p = drawn.at[v];
    auto const name = shorten_text(view.names[v], name_size, std::min(max_name_width, drawn.width - 4));
    double const half = text_width(name, name_size) / 2;
    double const x = std::clamp(p.x, half + 2, std::max(half + 2, drawn.width - half - 2));
    out.add(svg_text({x, p.y + drawn.radius + name_size}, name,
                     {.size = name_size, .anchor = Anchor::middle, .halo = true}));
  }
}

namespace {

constexpr std::size_t max_labels = 6;
constexpr double value_font = 10;

Point on_curve(DrawnLink const& link, double t) {
  double const s = 1 - t;
  return {s * s * link.a.x + 2 * s * t * link.control.x + t * t * link.b.x,
          s * s * link.a.y + 2 * s * t * link.control.y + t * t * link.b.y};
}

bool shown(ViewLink const& link) { return !link.failed && link.value > 0; }

/// Returns whether two loads are equal up to rounding errors.
bool same_value(double a, double b) { return std::abs(a - b) <= 1e-9 * std::max(std::abs(a), std::abs(b)); }

/// Returns the links with the highest values, in descending order: at most `max_labels`, and without links
/// whose values equal the value of a link that has no label.
std::vector<std::size_t> standing_out(NetworkView const& view) {
  std::vector<std::size_t> order;
  for (std::size_t i = 0; i < view.links.size(); ++i)
    if (shown(view.links[i])) order.push_back(i);
  auto const tried = std::min(order.size(), max_labels + 1);
  auto const value = [&](std::size_t i) { return view.links[order[i]].value; };
  std::ranges::partial_sort(order, order.begin() + static_cast<std::ptrdiff_t>(tried), {},
                            [&](std::size_t i) { return std::pair(-view.links[i].value, i); });
  auto count = std::min(tried, max_labels);
  if (tried > max_labels)
    while (count > 0 && same_value(value(count - 1), value(max_labels))) --count;
  order.resize(count);
  return order;
}

}  // namespace

std::size_t value_level(NetworkView const& view, double value) {
  if (!(value > 0) || view.maximum <= 0) return 0;
  return 1 + shade_of(value / view.maximum);
}

std::string_view level_color(std::size_t level) { return level == 0 ? idle : shades[level - 1]; }

double level_width(std::size_t level, double usual) {
  double const part = static_cast<double>(level) / static_cast<double>(shades.size());
  return std::max(usual * (0.7 + 1.5 * part), level == shades.size() ? 1.0 : 0.3);
}

void add_value_labels(Element& out, NetworkView const& view, std::vector<DrawnLink> const& links,
                      DrawnVertices const& vertices) {
  std::vector<Point> taken;
  double const radius = vertices.radius;
  for (auto const i : standing_out(view)) {
    if (!links[i].whole) continue;
    auto const text = format_value(view.links[i].value, 3);
    double const half = text_width(text, value_font) / 2 + 3;
    for (double const t : {0.5, 0.35, 0.65}) {
      auto const at = on_curve(links[i], t);
      bool const clear = at.x > half && at.x < vertices.width - half &&
                         std::ranges::none_of(vertices.at,
                                              [&](Point p) {
                                                return std::abs(p.x - at.x) < half + radius &&
                                                       std::abs(p.y - at.y) < value_font / 2 + radius + 1;
                                              }) &&
                         std::ranges::none_of(taken, [&](Point p) {
                           return std::abs(p.x - at.x) < 3 * half && std::abs(p.y - at.y) < 2.5 * value_font;
                         });
      if (!clear) continue;
      out.add(svg_text({at.x, at.y + 0.36 * value_font}, text,
                       {.size = value_font, .anchor = Anchor::middle, .bold = true, .halo = true}));
      taken.push_back(at);
      break;
    }
  }
}

std::string format_equal_values(NetworkView const& view) {
  if (!standing_out(view).empty()) return {};
  double maximum = 0;
  for (auto const& link : view.links)
    if (shown(link)) maximum = std::max(maximum, link.value);
  if (maximum == 0) return {};
  std::size_t equal = 0, all = 0;
  std::vector<bool> has_equal(view.classes.size(), false), has_other(view.classes.size(), false);
  for (auto const& link : view.links) {
    if (link.failed) continue;
    ++all;
    bool const is_equal = same_value(link.value, maximum);
    equal += is_equal ? 1 : 0;
    (is_equal ? has_equal : has_other)[link.channel_class] = true;
  }
  char const* const what = view.aggregate ? "lines" : view.directed ? "channels" : "links";
  auto const value = format_value(maximum, 3);
  if (equal == all) return fmt::format("All {} {} have the same value, {}.", all, what, value);
  std::string whole;
  bool only_whole = true;
  for (std::size_t i = 0; i < view.classes.size(); ++i) {
    if (!has_equal[i]) continue;
    only_whole = only_whole && !has_other[i];
    whole += (whole.empty() ? "" : ", ") + view.classes[i];
  }
  if (only_whole)
    return fmt::format("All {} {} of class {} have the largest value, {}.", equal, what, whole, value);
  return fmt::format("{} of {} {} have the largest value, {}.", equal, all, what, value);
}

namespace {

char const* name_of(VertexKind kind) {
  switch (kind) {
    case VertexKind::router: return "router with terminals";
    case VertexKind::relay: return "router without terminals";
    case VertexKind::failed: return "router that has failed";
    default: return "computing node";
  }
}

/// Returns the width of the outline of a vertex.
double line_of(double radius) { return std::clamp(radius / 5, 0.5, 1.6); }

void add_line(LegendRows& rows, std::string const& text, Stroke const& stroke) {
  rows.add(text, [&](Point at) { return svg_line(at, {at.x + legend_sign_width, at.y}, stroke); });
}

void add_links(NetworkView const& view, std::vector<double> const& opacity, LegendRows& rows) {
  std::set<std::size_t> used;
  for (auto const& link : view.links)
    if (!link.failed) used.insert(link.channel_class);
  rows.add_classes(view.classes, used, view.directed ? "channel" : "link", opacity);
}

/// Adds the color scale of the link values, below the rows of the legend.
void add_scale(NetworkView const& view, Point at, Strip& strip) {
  strip.elements.push_back(svg_text({at.x, at.y + strip.height + 10}, view.value_title, {.size = 11}));
  Element scale{"g"};
  add_shade_scale(scale, {at.x, at.y + strip.height + 16}, {0, view.maximum > 0 ? view.maximum : 1});
  strip.elements.push_back(std::move(scale));
  strip.height += 16 + shade_scale_height + 8;
}

}  // namespace

Element vertex_sign(VertexKind kind, Point at, double radius) {
  double const line = line_of(radius);
  if (kind == VertexKind::node) {
    Element out =
        svg_rect({at.x - 0.85 * radius, at.y - 0.85 * radius, 1.7 * radius, 1.7 * radius}, node_color);
    return std::move(out.set("stroke", node_edge).set("stroke-width", line / 2));
  }
  if (kind == VertexKind::failed)
    return svg_circle(at, radius - line / 2, paper, {axis_gray, line, failed_dash});
  if (kind == VertexKind::relay) return svg_circle(at, radius - line / 2, paper, {router_color, line});
  return svg_circle(at, radius, router_color, {.color = paper, .width = line / 2});
}

Element router_signs(std::vector<Point> const& at, double radius) {
  Element out{"g"};
  out.set("fill", router_color).set("stroke", paper).set("stroke-width", line_of(radius) / 2);
  for (auto const p : at) {
    Element circle{"circle"};
    out.add(std::move(circle.set("cx", p.x).set("cy", p.y).set("r", radius)));
  }
  return out;
}

Strip legend_of(NetworkView const& view, LinkSigns const& signs, Point origin, double width) {
  LegendRows rows(origin, width);
  for (auto const kind : {VertexKind::router, VertexKind::relay, VertexKind::node, VertexKind::failed})
    if (!view.aggregate && std::ranges::count(view.vertices, kind) > 0)
      rows.add(name_of(kind), [&](Point at) {
        return vertex_sign(kind, {at.x + legend_sign_width / 2, at.y}, 6);
      });
  if (signs.terminals)
    rows.add("terminal", [](Point at) {
      constexpr double side = 7;
      return std::move(
          svg_rect({at.x + (legend_sign_width - side) / 2, at.y - side / 2, side, side}, node_color)
              .set("stroke", node_edge)
              .set("stroke-width", 0.5));
    });
  if (view.shows_values())
    add_line(rows, view.directed ? "channel without load" : "link without load",
             {.color = idle, .width = 1.2});
  else
    add_links(view, signs.opacity, rows);
  if (signs.cut_ends)
    add_line(rows, signs.planes ? "ends in another plane, or wraps around" : "wraps around to the other side",
             {.color = soft_ink, .width = 1.5, .dash = "3 2"});
  if (std::ranges::any_of(view.links, &ViewLink::failed))
    add_line(rows, view.directed ? "channel that has failed" : "link that has failed",
             {.color = axis_gray, .width = 1.5, .dash = failed_dash});
  auto strip = rows.done();
  if (view.shows_values()) add_scale(view, origin, strip);
  return strip;
}

}  // namespace weft::chart
