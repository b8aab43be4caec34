#pragma once

#include <string>
#include <vector>

#include "weft/core/table.hpp"
#include "weft/report/chart.hpp"

namespace weft::report {

/// A chart of columns of a table: a line chart over `x` if that column holds numbers, else a bar chart with its texts as
/// categories. One series per column of `ys` and value of the column `group_by` (if not empty). Rows that agree in x and
/// group, such as runs with several seeds, become their mean with the range from least to greatest. Titles and units are
/// those of the table; empty cells are gaps. Throws InputError for a column that the table does not have.
Chart chart_from_table(Table const& table, std::string const& x, std::vector<std::string> const& ys,
                       std::string const& group_by = {});

}  // namespace weft::report
