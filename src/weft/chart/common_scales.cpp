// SPDX-License-Identifier: Apache-2.0
#include "weft/chart/common_scales.hpp"

#include <algorithm>
#include <map>
#include <string>
#include <tuple>

#include "weft/chart/frame.hpp"

namespace weft::chart {
namespace {

/// Key of an axis that several figures share: figure name, whether it is the x axis, title, unit and type.
using SharedAxis = std::tuple<std::string, bool, std::string, std::string, ScaleType>;

struct Ends {
  double low, high;
  std::size_t count;
};

class ScaleSharing {
 public:
  /// Records the scales of a figure. All figures must be recorded before the first apply().
  void note(Figure const& figure) {
    if (auto const* const chart = std::get_if<Chart>(&figure.picture))
      std::visit([&](auto const& it) { note_axes(figure.name, panel(it)); }, *chart);
    else
      max_[figure.name] = std::max(max_[figure.name], max_value_of(figure.picture));
  }

  void apply(Figure& figure) const {
    if (auto* const chart = std::get_if<Chart>(&figure.picture))
      std::visit([&](auto& it) { apply_axes(figure.name, it); }, *chart);
    else if (auto* const map = std::get_if<HeatMap>(&figure.picture))
      map->maximum = max_.at(figure.name);
    else if (auto* const view = std::get_if<NetworkView>(&figure.picture);
             view != nullptr && view->shows_values())
      view->maximum = max_.at(figure.name);
  }

 private:
  static SharedAxis key(std::string const& name, bool is_x, Axis const& axis) {
    return {name, is_x, axis.title, axis.unit, axis.type};
  }

  void note_axis(SharedAxis const& key, Scale const& scale) {
    auto& ends = axes_.try_emplace(key, Ends{scale.low(), scale.high(), 0}).first->second;
    ends = {std::min(ends.low, scale.low()), std::max(ends.high, scale.high()), ends.count + 1};
  }

  void note_axes(std::string const& name, Panel const& panel) {
    if (panel.categories.empty() && !panel.x_data.empty())
      note_axis(key(name, true, panel.x), Scale{panel.x, panel.x_data, panel.x_fit});
    if (!panel.y_data.empty())
      note_axis(key(name, false, panel.y), Scale{panel.y, panel.y_data, panel.y_fit});
  }

  void apply_axis(SharedAxis const& key, Axis& axis) const {
    auto const found = axes_.find(key);
    if (found == axes_.end() || found->second.count < 2) return;
    axis.min = found->second.low;
    axis.max = found->second.high;
  }

  template <class Chart_>
  void apply_axes(std::string const& name, Chart_& chart) const {
    auto const drawn = panel(chart);
    if constexpr (requires { chart.x; }) apply_axis(key(name, true, drawn.x), chart.x);
    apply_axis(key(name, false, drawn.y), chart.y);
  }

  static double max_value_of(Picture const& picture) {
    if (auto const* const view = std::get_if<NetworkView>(&picture)) return view->maximum;
    auto const* const map = std::get_if<HeatMap>(&picture);
    if (map == nullptr) return 0;
    double maximum = map->maximum;
    for (double const value : map->cells)
      if (map->maximum <= 0 && value > maximum) maximum = value;
    return maximum;
  }

  std::map<SharedAxis, Ends> axes_;
  std::map<std::string, double> max_;
};

}  // namespace

void share_scales(std::vector<Figure*> const& figures) {
  ScaleSharing sharing;
  for (auto const* const figure : figures) sharing.note(*figure);
  for (auto* const figure : figures) sharing.apply(*figure);
}

}  // namespace weft::chart
