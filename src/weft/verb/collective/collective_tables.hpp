#pragma once

#include <string>
#include <vector>

#include "weft/chart/chart.hpp"
#include "weft/core/table.hpp"
#include "weft/verb/collective/collective_run.hpp"

namespace weft::verb {

/// Tables `collective` and `channels`; for several algorithms also `crossover`.
std::vector<Table> collective_tables(std::vector<CollectiveOutcome> const& outcomes,
                                     std::vector<std::uint64_t> const& bytes, collective::Cost const& cost);

/// The table `collective` as lines: time over the size of a message, a line for each algorithm, and dashed
/// the lower bound of the first.
chart::LineChart time_lines(Table const& collective);

/// The same as an SVG file under a title; empty if there is one size only.
std::string time_chart(Table const& collective, std::string const& title);

}  // namespace weft::verb
