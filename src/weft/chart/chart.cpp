#include "weft/chart/chart.hpp"

#include "weft/chart/frame.hpp"

namespace weft::chart {

namespace {

Panel panel_of(Chart const& chart) {
  return std::visit([](auto const& it) { return panel(it); }, chart);
}

void share(std::vector<Panel>& panels, DataRange Panel::*range) {
  DataRange all;
  for (Panel const& panel : panels) all.merge(panel.*range);
  for (Panel& panel : panels) {
    if (!(panel.*range).empty()) panel.*range = all;
  }
}

}  // namespace

std::string to_svg(Chart const& chart) {
  std::vector<Panel> panels{panel_of(chart)};
  panels.front().title.clear();
  return std::visit([&](auto const& it) { return draw_figure(it.text, it.size, panels, 1); }, chart);
}

std::string to_svg(ChartGrid const& grid) {
  std::vector<Panel> panels;
  panels.reserve(grid.charts.size());
  for (Chart const& chart : grid.charts) panels.push_back(panel_of(chart));
  if (grid.shared_x) share(panels, &Panel::x_data);
  if (grid.shared_y) share(panels, &Panel::y_data);
  return draw_figure(grid.text, grid.size, panels, grid.columns);
}

}  // namespace weft::chart
