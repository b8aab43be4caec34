#pragma once

#include <string>
#include <vector>

#include "weft/core/table.hpp"
#include "weft/study/store/stored_rows.hpp"

namespace weft::study {

/// Rows of a store as one side of a comparison.
struct Side {
  StoredRows const& rows;
  Group group;
};

/// The means of a measure on two sides, over pairs of runs with equal seeds: a row per group of pairs, with
/// the mean difference b - a and its confidence interval (Student's t of the paired differences). Paired runs
/// see the same random numbers, so that their difference varies less than each of them.
struct Comparison {
  Table table;
  std::size_t pairs = 0, unpaired = 0, groups = 0, different = 0;
};

/// Runs of the same scenario in two stores.
Comparison compare_stores(Side const& a, Side const& b, Expression const& measure, double confidence = 0.95);

/// Two kinds of runs of one store: those pair whose labels and settings agree, but for `chosen`, by which the
/// sides were chosen, and for what never agrees. Throws InputError if several runs of a side fit one pair.
Comparison compare_runs(Side const& a, Side const& b, std::vector<std::string> const& chosen,
                        Expression const& measure, double confidence = 0.95);

}  // namespace weft::study
