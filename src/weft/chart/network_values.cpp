#include "weft/chart/network_values.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "weft/chart/palette.hpp"
#include "weft/chart/scale.hpp"
#include "weft/chart/shading.hpp"
#include "weft/chart/text.hpp"

namespace weft::chart {
namespace {

constexpr std::size_t most_labels = 6;
constexpr double value_font = 10;

Point on_curve(DrawnLink const& link, double t) {
  double const s = 1 - t;
  return {s * s * link.a.x + 2 * s * t * link.control.x + t * t * link.b.x,
          s * s * link.a.y + 2 * s * t * link.control.y + t * t * link.b.y};
}

bool shown(ViewLink const& link) { return !link.failed && link.value > 0; }

/// Links of about equal load, as sums of shares round differently.
bool same_value(double a, double b) { return std::abs(a - b) <= 1e-9 * std::max(std::abs(a), std::abs(b)); }

/// The links whose values stand out, the fullest first: as many as have labels, without links that are as
/// full as one that has none.
std::vector<std::size_t> standing_out(NetworkView const& view) {
  std::vector<std::size_t> order;
  for (std::size_t i = 0; i < view.links.size(); ++i)
    if (shown(view.links[i])) order.push_back(i);
  auto const tried = std::min(order.size(), most_labels + 1);
  auto const value = [&](std::size_t i) { return view.links[order[i]].value; };
  std::ranges::partial_sort(order, order.begin() + static_cast<std::ptrdiff_t>(tried), {},
                            [&](std::size_t i) { return std::pair(-view.links[i].value, i); });
  auto count = std::min(tried, most_labels);
  if (tried > most_labels)
    while (count > 0 && same_value(value(count - 1), value(most_labels))) --count;
  order.resize(count);
  return order;
}

}  // namespace

std::size_t value_level(NetworkView const& view, double value) {
  if (!(value > 0) || view.most <= 0) return 0;
  return 1 + shade_of(value / view.most);
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

std::string equal_values_text(NetworkView const& view) {
  if (!standing_out(view).empty()) return {};
  double most = 0;
  for (auto const& link : view.links)
    if (shown(link)) most = std::max(most, link.value);
  if (most == 0) return {};
  std::size_t equal = 0, all = 0;
  std::vector<bool> has_equal(view.classes.size(), false), has_other(view.classes.size(), false);
  for (auto const& link : view.links) {
    if (link.failed) continue;
    ++all;
    bool const is_equal = same_value(link.value, most);
    equal += is_equal ? 1 : 0;
    (is_equal ? has_equal : has_other)[link.channel_class] = true;
  }
  char const* const what = view.aggregate ? "lines" : view.directed ? "channels" : "links";
  auto const value = format_value(most, 3);
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

}  // namespace weft::chart
