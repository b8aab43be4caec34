// SPDX-License-Identifier: Apache-2.0
#include "weft/experiment/channels.hpp"
#include "weft/verb/balance/balance.hpp"

namespace weft::verb {
using namespace chart;
namespace {

/// Returns a chart of the table `slackness`: simulated utilization and formula, over the number of virtual
/// processors.
LineChart balance_chart(Table const& slackness, std::string const& title) {
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
  return chart;
}

}  // namespace

std::vector<Figure> Balance::figures(Result const& result) {
  auto const* const slackness = result.find_table("slackness");
  if (slackness == nullptr || slackness->rows.empty()) return {};
  auto const last = slackness->rows.size() - 1;
  auto const caption = fmt::format(
      "With {} virtual processors each processor works in {:.3g} % of the steps, with {} in {:.3g} %.",
      slackness->at(0, "virtual_processors").short_text(), 100 * slackness->at(0, "utilization").number(),
      slackness->at(last, "virtual_processors").short_text(),
      100 * slackness->at(last, "utilization").number());
  auto chart = balance_chart(*slackness, title_of(result, topology_of(result)));
  return {{"slackness", "Utilization against slackness", caption, "slackness", Chart{std::move(chart)}}};
}

}  // namespace weft::verb
