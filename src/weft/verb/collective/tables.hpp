// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "weft/chart/figure.hpp"
#include "weft/core/result.hpp"
#include "weft/workload/collective_run.hpp"

namespace weft::verb {

/// Returns the verdict: the time of messages of `bytes` bytes by the fastest algorithm of the hosts, its
/// ratio to the lower bound, and the time of an algorithm that is faster by reduction in switches.
std::string verdict_of(std::string_view operation, std::uint64_t ranks,
                       std::vector<CollectiveOutcome> const& outcomes, std::uint64_t bytes,
                       collective::Cost const& cost);

/// Tables `collective` and `channels`; for several algorithms also `crossover`.
std::vector<Table> collective_tables(std::vector<CollectiveOutcome> const& outcomes,
                                     std::vector<std::uint64_t> const& bytes, collective::Cost const& cost);

/// The table `collective` as lines: time over the size of a message, a line for each algorithm, and dashed
/// the lower bound of the first. Nothing if there is one size only.
std::vector<chart::Figure> time_figures(Result const& result, std::string const& title);

}  // namespace weft::verb
