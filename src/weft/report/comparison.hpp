// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <vector>

#include "weft/chart/figure.hpp"
#include "weft/core/table.hpp"
#include "weft/report/page.hpp"

namespace weft::report {

/// A result on a page, with its figures before they are drawn.
struct ComparedPart {
  Part const* part;
  std::vector<chart::Figure> const* figures;
};

/// Returns the comparison of several results as a part of the page: the settings that differ; for two results
/// of one verb, the numbers that differ; and, for each line chart that all results have, the first curve of
/// each result in one chart. Returns nullopt for fewer than two results.
std::optional<Part> comparison_of(std::vector<ComparedPart> const& parts);

/// Returns the settings that are not equal in all parts, with a row per setting and a column per part.
Table differing_settings(std::vector<Part const*> const& parts);

/// Returns the numbers that differ between tables of two results, the largest relative change first. Compares
/// tables with equal names and columns, and rows with equal first cells.
Table differing_numbers(Part const& first, Part const& second);

}  // namespace weft::report
