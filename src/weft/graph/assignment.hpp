// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

namespace weft {

/// Returns a distinct column for each row such that the total weight is maximum (H. W. Kuhn, The Hungarian
/// method for the assignment problem, Naval Research Logistics Quarterly 2, 1955). `rows` <= `columns`; takes
/// time rows^2 * columns. Checks for Ctrl-C.
std::vector<std::uint32_t> maximum_assignment(
    std::uint32_t rows, std::uint32_t columns,
    std::function<std::int64_t(std::uint32_t row, std::uint32_t column)> const& weight);

}  // namespace weft
