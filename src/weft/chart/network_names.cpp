#include "weft/chart/network_names.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <string>

#include "weft/chart/palette.hpp"
#include "weft/chart/text.hpp"

namespace weft::chart {
namespace {

constexpr double name_size = 10;
constexpr std::size_t most_named = 40;

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

/// The outermost groups, if they have names.
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

/// The number of a group beyond its outermost member, seen from the middle of the picture.
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

void add_vertex_names(Element& out, NetworkView const& view, DrawnVertices const& drawn) {
  if (view.names.empty() || drawn.at.size() > most_named) return;
  for (std::size_t v = 0; v < view.names.size(); ++v) {
    auto const p = drawn.at[v];
    double const half = text_width(view.names[v], name_size) / 2;
    double const x = std::clamp(p.x, half + 2, std::max(half + 2, drawn.width - half - 2));
    out.add(svg_text({x, p.y + drawn.radius + name_size}, view.names[v],
                     {.size = name_size, .anchor = Anchor::middle, .halo = true}));
  }
}

}  // namespace weft::chart
