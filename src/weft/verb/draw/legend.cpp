#include "weft/verb/draw/legend.hpp"

#include <algorithm>
#include <set>

#include "weft/chart/palette.hpp"

namespace weft::verb {
using namespace chart;
namespace {

char const* name_of(VertexKind kind) {
  switch (kind) {
    case VertexKind::router: return "router with terminals";
    case VertexKind::relay: return "router without terminals";
    default: return "computing node";
  }
}

}  // namespace

Strip legend_of(NetworkPicture const& picture, bool stubs, Point origin, double width) {
  LegendRows rows(origin, width);
  for (auto const kind : {VertexKind::router, VertexKind::relay, VertexKind::node})
    if (picture.note.empty() && std::ranges::count(picture.vertices, kind) > 0)
      rows.add(name_of(kind), [&](Point at) {
        return vertex_sign(kind, {at.x + legend_sign_width / 2, at.y}, 6);
      });
  std::set<std::size_t> used;
  for (auto const& link : picture.links) used.insert(link.channel_class);
  rows.add_classes(picture.classes, used, picture.directed ? "channel" : "link");
  if (stubs)
    rows.add("wraps around to the other side", [](Point at) {
      return svg_line(at, {at.x + legend_sign_width, at.y}, {.color = soft_ink, .width = 1.5, .dash = "3 2"});
    });
  return rows.done();
}

}  // namespace weft::verb
