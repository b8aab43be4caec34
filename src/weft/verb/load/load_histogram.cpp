#include <limits>

#include <fmt/format.h>

#include "weft/chart/chart.hpp"
#include "weft/verb/load/load_svg.hpp"

namespace weft::verb {
using namespace chart;

std::string load_histogram(Table const& histogram) {
  ChartGrid grid{
      .text = {.title = histogram.title,
               .subtitle = "How many channels carry which part of the maximum load of their class."},
      .charts = {}};
  for (std::size_t begin = 0, end = 0; begin < histogram.rows.size(); begin = end) {
    auto const of_class = histogram.at(begin, "class").exact_text();
    BarChart chart{.text = {.title = of_class},
                   .category_title = "load / maximum load",
                   .categories = {},
                   .y = {.title = "channels"},
                   .series = {{"channels", {}}}};
    for (end = begin; end < histogram.rows.size() && histogram.at(end, "class").exact_text() == of_class;
         ++end) {
      chart.categories.push_back(
          fmt::format("{:.1f}-{:.1f}", histogram.at(end, "from").number(), histogram.at(end, "to").number()));
      double const channels = histogram.at(end, "channels").number();
      chart.series[0].values.push_back(channels > 0 ? channels : std::numeric_limits<double>::quiet_NaN());
    }
    grid.charts.emplace_back(std::move(chart));
  }
  grid.columns = grid.charts.size() == 1 ? 1 : 2;
  grid.size.height = 90 + 250 * static_cast<double>((grid.charts.size() + 1) / 2);
  return to_svg(grid);
}

}  // namespace weft::verb
