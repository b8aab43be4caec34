#include "weft/verb/balance/balance_picture.hpp"

#include "weft/chart/chart.hpp"

namespace weft::verb {
using namespace chart;

std::string balance_picture(Table const& slackness, std::string const& title) {
  Series measured{"simulated", {}, {}}, formula{"min(1, s K / (L + K), K c / p)", {}, {}};
  measured.range = RangeStyle::band;
  formula.dashed = true;
  formula.markers = false;
  for (std::size_t row = 0; row < slackness.rows.size(); ++row) {
    auto const at = [&](char const* column) { return slackness.at(row, column).number(); };
    for (auto* series : {&measured, &formula}) series->x.push_back(at("virtual_processors"));
    measured.y.push_back(at("utilization"));
    measured.low.push_back(at("utilization") - at("+-"));
    measured.high.push_back(at("utilization") + at("+-"));
    formula.y.push_back(at("formula"));
  }
  LineChart chart;
  chart.text = {title, "share of the steps in which a processor works, over the parallel slackness"};
  chart.x.title = "virtual processors of each processor";
  chart.x.type = ScaleType::log;
  chart.y.title = "utilization";
  chart.series = {std::move(measured), std::move(formula)};
  return to_svg(chart);
}

}  // namespace weft::verb
