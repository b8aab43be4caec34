// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "weft/chart/figure.hpp"

namespace weft::chart {

/// Gives figures of one name and kind the same scales, so that the eye may compare them: the axes of charts
/// that have the same titles and units, and the ends of the scales of heat maps and networks.
void share_scales(std::vector<Figure*> const& figures);

}  // namespace weft::chart
