// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "weft/chart/figure.hpp"

namespace weft::chart {

/// Sets common scales for figures with equal names, so that they can be compared: for axes of charts with
/// equal titles, units and types, and for the upper ends of the scales of heat maps and networks.
void share_scales(std::vector<Figure*> const& figures);

}  // namespace weft::chart
