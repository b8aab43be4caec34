#pragma once

#include <optional>

#include "weft/chart/figure.hpp"
#include "weft/core/result.hpp"
#include "weft/report/page.hpp"

namespace weft::publish {

/// The network of a figure that shows one with values of its channels, as a page can draw it: nothing for
/// other figures, for networks of more than 10^5 channels, and if the topology cannot be made any more.
std::optional<report::PageNetwork> network_of(Result const& result, chart::Figure const& figure);

}  // namespace weft::publish
