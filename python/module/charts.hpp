// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "module/parts.hpp"
#include "weft/chart/figure.hpp"

namespace weft::python {

/// Returns the data of a chart for custom plots: a dict, or None for a figure that is not a chart of lines,
/// bars or distributions. A grid of charts is a list.
py::object chart_data(chart::Figure const& figure);

}  // namespace weft::python
