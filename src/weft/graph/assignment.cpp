// SPDX-License-Identifier: Apache-2.0
#include "weft/graph/assignment.hpp"

#include <limits>

#include "weft/core/interrupt.hpp"

namespace weft {
namespace {

constexpr std::uint32_t unassigned = 0xffffffff;

/// Assigns the rows one by one, each along the cheapest augmenting path under the potentials from the
/// previous rows.
class Assignment {
 public:
  Assignment(std::uint32_t columns, std::function<std::int64_t(std::uint32_t, std::uint32_t)> const& weight)
      : weight_(weight),
        columns_(columns),
        row_of_(columns + std::size_t{1}, unassigned),
        price_(columns, 0) {}

  void add(std::uint32_t row) {
    profit_.push_back(0);
    slack_.assign(columns_, std::numeric_limits<std::int64_t>::max());
    previous_.assign(columns_, unassigned);
    done_.assign(columns_ + std::size_t{1}, false);
    auto at = columns_;  // the column beyond the last represents the new row
    row_of_[at] = row;
    while (row_of_[at] != unassigned) at = extend(at);
    while (at != columns_) {
      auto const before = previous_[at];
      row_of_[at] = row_of_[before];
      at = before;
    }
  }
  std::vector<std::uint32_t> columns_of_rows(std::uint32_t rows) const {
    std::vector<std::uint32_t> columns(rows, unassigned);
    for (std::uint32_t c = 0; c < columns_; ++c)
      if (row_of_[c] != unassigned) columns[row_of_[c]] = c;
    return columns;
  }

 private:
  /// Marks column `at` as done and relaxes the other columns via its row. Returns the next column to process.
  std::uint32_t extend(std::uint32_t at) {
    done_[at] = true;
    auto const row = row_of_[at];
    auto min = std::numeric_limits<std::int64_t>::max();
    auto next = unassigned;
    for (std::uint32_t c = 0; c < columns_; ++c) {
      if (done_[c]) continue;
      auto const reduced = -weight_(row, c) - profit_[row] - price_[c];
      if (reduced < slack_[c]) {
        slack_[c] = reduced;
        previous_[c] = at;
      }
      if (slack_[c] < min) {
        min = slack_[c];
        next = c;
      }
    }
    for (std::uint32_t c = 0; c <= columns_; ++c) {
      if (done_[c]) {
        profit_[row_of_[c]] += min;
        if (c < columns_) price_[c] -= min;
      } else {
        slack_[c] -= min;
      }
    }
    return next;
  }

  std::function<std::int64_t(std::uint32_t, std::uint32_t)> const& weight_;
  std::uint32_t columns_;
  std::vector<std::uint32_t> row_of_, previous_;
  std::vector<std::int64_t> price_, profit_, slack_;
  std::vector<bool> done_;
};

}  // namespace

std::vector<std::uint32_t> maximum_assignment(
    std::uint32_t rows, std::uint32_t columns,
    std::function<std::int64_t(std::uint32_t row, std::uint32_t column)> const& weight) {
  Assignment assignment(columns, weight);
  for (std::uint32_t row = 0; row < rows; ++row) {
    throw_if_interrupted();
    assignment.add(row);
  }
  return assignment.columns_of_rows(rows);
}

}  // namespace weft
