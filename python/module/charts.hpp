// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "module/parts.hpp"
#include "weft/chart/figure.hpp"

namespace weft::python {

/// The data of a chart for those who draw it themselves: a dict, or None for a figure that is no chart of lines,
/// bars or distributions. A grid of charts is a list.
py::object chart_data(chart::Figure const& figure);

}  // namespace weft::python
