// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <vector>

#include "weft/chart/figure.hpp"
#include "weft/core/table.hpp"
#include "weft/report/page.hpp"

namespace weft::report {

/// A result on a page with its figures before they are drawn.
struct ComparedPart {
  Part const* part;
  std::vector<chart::Figure> const* figures;
};

/// The comparison of several results as a part of the page: the settings that differ; of two results of one
/// verb the numbers that differ; and the first curve of each result in one chart, for each line chart that
/// all have. nullopt for fewer than two results.
std::optional<Part> comparison_of(std::vector<ComparedPart> const& parts);

/// Settings that are not equal in all parts, a row per setting and a column per part.
Table differing_settings(std::vector<Part const*> const& parts);

/// The numbers in which the tables of two results differ, the largest relative change first: tables of the
/// same name and columns, rows with the same first cell.
Table differing_numbers(Part const& first, Part const& second);

}  // namespace weft::report
