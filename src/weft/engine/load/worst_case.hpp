// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "weft/core/progress.hpp"
#include "weft/routing/form/shares.hpp"

namespace weft::load {

/// Returns the destination of each terminal in the permutation that maximizes the maximum channel load of an
/// oblivious routing. For a single channel, it is the maximum weight matching of sources and destinations,
/// where the weights are the shares that the channel carries (B. Towles and W. J. Dally, Worst-case traffic
/// for oblivious routing functions, SPAA 2002). Only one channel is examined for each set of channels with
/// equal shares. Throws InputError for more than `max_terminals_at_worst` terminals.
std::vector<std::uint32_t> worst_permutation(Network const& network, routing::Shares const& shares,
                                             Progress& progress = no_progress());

inline constexpr std::uint64_t max_terminals_at_worst = 1024;

}  // namespace weft::load
