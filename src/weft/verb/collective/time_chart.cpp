#include "weft/verb/collective/time_chart.hpp"

#include <algorithm>

namespace weft::verb {
using namespace chart;

LineChart time_lines(Table const& collective) {
  LineChart chart{
      .text = {.title = collective.title,
               .source = "dashed: the lower bound by latency and bandwidth, for any number of packets"},
      .x = {"message size", "bytes", ScaleType::log},
      .y = {"time", "s", ScaleType::log},
      .series = {}};
  auto const algorithm = collective.column("algorithm"), bytes = collective.column("bytes"),
             time = collective.column("time"), least = collective.column("least_time");
  Series bound{.name = "lower bound", .x = {}, .y = {}, .markers = false, .dashed = true};
  std::string first;
  for (auto const& row : collective.rows) {
    auto const name = std::get<std::string>(row[algorithm].content());
    if (first.empty()) first = name;
    auto series = std::ranges::find(chart.series, name, &Series::name);
    if (series == chart.series.end())
      series =
          chart.series.insert(chart.series.end(), Series{.name = name, .x = {}, .y = {}, .markers = false});
    series->x.push_back(row[bytes].number());
    series->y.push_back(row[time].number());
    if (name != first) continue;
    bound.x.push_back(row[bytes].number());
    bound.y.push_back(row[least].number());
  }
  chart.series.push_back(std::move(bound));
  return chart;
}

std::string time_chart(Table const& collective, std::string const& title) {
  auto chart = time_lines(collective);
  chart.text.title = title;
  return chart.series.back().x.size() < 2 ? std::string() : to_svg(Chart{std::move(chart)});
}

}  // namespace weft::verb
