#include "weft/verb/simulate/flit/load_curves.hpp"

#include <algorithm>

namespace weft::verb {
using namespace chart;
namespace {

double number(Table const& curve, std::size_t row, char const* column) {
  return curve.at(row, column).number();
}

}  // namespace

bool is_measured(Table const& curve, std::size_t row) {
  return curve.at(row, "ending").exact_text().starts_with("measured");
}

SaturationPoint saturation_of(Table const& curve, double factor) {
  SaturationPoint point;
  point.idle_latency = number(curve, 0, "latency");
  for (std::size_t row = 0; row < curve.rows.size(); ++row) {
    auto const rate = number(curve, row, "rate");
    bool const stands =
        is_measured(curve, row) && number(curve, row, "latency") <= factor * point.idle_latency;
    if (!stands && !point.above) point.above = rate;
    if (!point.above) point.below = rate;
    point.throughput = std::max(point.throughput, number(curve, row, "accepted"));
    point.overload = number(curve, row, "accepted");
  }
  return point;
}

LineChart latency_lines(std::string title, std::vector<LoadCurve> const& curves, double top) {
  LineChart chart{{std::move(title)},
                  {"injection rate", "flits per cycle and terminal"},
                  {"mean packet latency", "cycles"},
                  {}};
  for (auto const& [name, curve, color] : curves) {
    Series line{name, {}, {}};
    line.color = color;
    for (std::size_t row = 0; row < curve->rows.size(); ++row) {
      line.x.push_back(number(*curve, row, "rate"));
      bool const settles = is_measured(*curve, row);
      line.y.push_back(settles ? number(*curve, row, "latency")
                               : std::max(2 * top, number(*curve, row, "latency")));
      if (!settles) break;
    }
    chart.series.push_back(std::move(line));
  }
  chart.x.min = chart.y.min = 0;
  chart.y.max = top;
  return chart;
}

LineChart throughput_lines(std::string title, std::vector<LoadCurve> const& curves) {
  LineChart chart{{std::move(title)},
                  {"injection rate", "flits per cycle and terminal"},
                  {"accepted", "flits per cycle"},
                  {}};
  for (auto const& [name, curve, color] : curves) {
    Series line{name, {}, {}};
    line.color = color;
    for (std::size_t row = 0; row < curve->rows.size(); ++row) {
      line.x.push_back(number(*curve, row, "rate"));
      line.y.push_back(number(*curve, row, "accepted"));
    }
    chart.series.push_back(std::move(line));
  }
  chart.x.min = chart.y.min = 0;
  return chart;
}

}  // namespace weft::verb
