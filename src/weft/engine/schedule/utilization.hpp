// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace weft::schedule {

/// Utilization of channels over time: the number of blocks carried in each bin, an interval of slots, for
/// each row (a channel class, or a level). The width of all bins doubles when there would be more than
/// `max_bins` bins.
class Utilization {
 public:
  static constexpr std::size_t max_bins = 2048;

  /// A class of channels and the total number of blocks that they can carry per slot.
  struct Row {
    std::string name;
    std::uint64_t channels = 0;
    double capacity = 0;
  };

  explicit Utilization(std::vector<Row> rows) : rows_(std::move(rows)), blocks_(rows_.size()) {}

  /// Records that the channels of a row carried `blocks` blocks in the slots [first, first + width). `first`
  /// must not precede the last bin.
  void add(std::size_t row, std::uint64_t first, std::uint64_t width, double blocks);
  /// Extends the schedule to at least `slots` slots.
  void end(std::uint64_t slots);

  std::vector<Row> const& rows() const { return rows_; }
  std::uint64_t slots() const { return slots_; }
  std::uint64_t slots_per_bin() const { return slots_per_bin_; }
  std::size_t num_bins() const {
    return static_cast<std::size_t>((slots_ + slots_per_bin_ - 1) / slots_per_bin_);
  }
  /// Returns the fraction of the row's capacity that is used in a bin, in [0, 1].
  double used(std::size_t row, std::size_t bin) const;
  /// Returns the mean utilization of a row.
  double mean(std::size_t row) const;
  /// Returns the mean utilization over the channels of all rows.
  double mean() const;
  double peak(std::size_t row) const;
  /// Returns the total number of blocks that the row carried.
  double carried(std::size_t row) const;

 private:
  void halve();

  std::vector<Row> rows_;
  std::vector<std::vector<double>> blocks_;  // by row and bin
  std::uint64_t slots_ = 0, slots_per_bin_ = 1;
};

}  // namespace weft::schedule
