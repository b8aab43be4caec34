#pragma once

#include <span>
#include <vector>

#include "weft/chart/figure.hpp"
#include "weft/experiment/experiment.hpp"
#include "weft/network/network.hpp"
#include "weft/routing/form/channel_routing.hpp"

namespace weft::verb {

/// The array `cycle`: of each channel that is held, the numbers of its ends and its virtual channel.
Array cycle_array(std::span<routing::VirtualChannel const> cycle, Network const& network);

/// The cycle of a result over its network, and the packets of its table `cycle` one below the other.
std::vector<chart::Figure> cycle_figures(Result const& result);

}  // namespace weft::verb
