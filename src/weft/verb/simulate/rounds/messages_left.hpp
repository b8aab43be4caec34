#pragma once

#include <vector>

#include "weft/chart/figure.hpp"
#include "weft/core/result.hpp"
#include "weft/core/statistics.hpp"

namespace weft::verb {

/// The messages that are still in flight after each round in which some arrive: the array `messages_left`.
/// `arrivals`: the round of arrival of each message that arrives.
void add_messages_left(Histogram const& arrivals, Result& result);

/// The messages left per round, from that array; nothing if all arrive in one round.
std::vector<chart::Figure> messages_left_figures(Result const& result);

}  // namespace weft::verb
