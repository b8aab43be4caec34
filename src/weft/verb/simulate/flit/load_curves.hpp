#pragma once

#include <optional>
#include <string>
#include <vector>

#include "weft/chart/chart.hpp"
#include "weft/core/table.hpp"

namespace weft::verb {

/// The table `curve` of a sweep under the name that it has in a chart. A curve has the same color in all charts.
struct LoadCurve {
  std::string name;
  Table const* curve = nullptr;
  std::size_t color = 0;
};

/// Whether the run of that row of a table `curve` has a mean latency, however precisely it is known.
bool is_measured(Table const& curve, std::size_t row);

/// Where a curve saturates, in flits per cycle and terminal.
struct SaturationPoint {
  double idle_latency = 0;  ///< cycles, at the lowest rate
  double below = 0;  ///< the highest rate whose mean latency is within the limit, like that of all below it
  std::optional<double> above;  ///< the next rate, at which it is not, or the network does not settle
  double throughput = 0;        ///< the most that is accepted at any rate
  double overload = 0;          ///< what is accepted at the highest rate
};

/// Reads it off a table `curve` with at least one row; the limit is `factor` times the latency at the lowest rate.
SaturationPoint saturation_of(Table const& curve, double factor);

/// Mean latency over the injection rate, a line each, up to `top` cycles. A line leaves the chart before the first rate at which the
/// network does not settle.
chart::LineChart latency_lines(std::string title, std::vector<LoadCurve> const& curves, double top);

/// Accepted over offered load, a line each.
chart::LineChart throughput_lines(std::string title, std::vector<LoadCurve> const& curves);

}  // namespace weft::verb
