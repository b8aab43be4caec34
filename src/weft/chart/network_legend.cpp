#include "weft/chart/network_legend.hpp"

#include <algorithm>

#include "weft/chart/palette.hpp"
#include "weft/chart/shading.hpp"

namespace weft::chart {
namespace {

char const* name_of(VertexKind kind) {
  switch (kind) {
    case VertexKind::router: return "router with terminals";
    case VertexKind::relay: return "router without terminals";
    case VertexKind::failed: return "router that has failed";
    default: return "computing node";
  }
}

/// The width of a vertex's outline.
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

/// The scale of the values of links, below the legend's rows.
void add_scale(NetworkView const& view, Point at, Strip& strip) {
  strip.elements.push_back(svg_text({at.x, at.y + strip.height + 10}, view.value_title, {.size = 11}));
  Element scale{"g"};
  add_shade_scale(scale, {at.x, at.y + strip.height + 16}, {0, view.most > 0 ? view.most : 1});
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
