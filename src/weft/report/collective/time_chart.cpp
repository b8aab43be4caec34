#include "weft/report/collective/time_chart.hpp"

#include <algorithm>

#include "weft/report/chart.hpp"

namespace weft::report {

std::string time_chart(Table const& collective, std::string const& title) {
  LineChart chart{
      .text = {.title = title.empty() ? collective.title : title,
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
  if (bound.x.size() < 2) return {};
  chart.series.push_back(std::move(bound));
  return to_svg(Chart{chart});
}

}  // namespace weft::report
