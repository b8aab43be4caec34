// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "weft/chart/figure.hpp"
#include "weft/core/result.hpp"
#include "weft/workload/collective_run.hpp"

namespace weft::verb {

/// A sentence that names the fastest algorithm of the hosts for messages of `bytes` bytes, and the one that
/// is faster where routers copy and add; empty with one algorithm.
std::string fastest_of(std::vector<CollectiveOutcome> const& outcomes, std::uint64_t bytes,
                       collective::Cost const& cost);

/// Tables `collective` and `channels`; for several algorithms also `crossover`.
std::vector<Table> collective_tables(std::vector<CollectiveOutcome> const& outcomes,
                                     std::vector<std::uint64_t> const& bytes, collective::Cost const& cost);

/// The table `collective` as lines: time over the size of a message, a line for each algorithm, and dashed
/// the lower bound of the first. Nothing if there is one size only.
std::vector<chart::Figure> time_figures(Result const& result, std::string const& title);

}  // namespace weft::verb
