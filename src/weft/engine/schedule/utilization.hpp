// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace weft::schedule {

/// Utilization of channels over time: carried blocks in each interval of slots, by class of channels (or any
/// other rows, such as levels). All intervals double together, so that there are at most `max_bins` of them.
class Utilization {
 public:
  static constexpr std::size_t max_bins = 2048;

  /// A class of channels and the number of blocks that they carry together in a slot.
  struct Row {
    std::string name;
    std::uint64_t channels = 0;
    double capacity = 0;
  };

  explicit Utilization(std::vector<Row> rows) : rows_(std::move(rows)), blocks_(rows_.size()) {}

  /// Records that the channels of a row carried `blocks` during the slots first .. first + width - 1. Slots
  /// never precede the last interval.
  void add(std::size_t row, std::uint64_t first, std::uint64_t width, double blocks);
  /// Sets the number of slots of the schedule.
  void end(std::uint64_t slots);

  std::vector<Row> const& rows() const { return rows_; }
  std::uint64_t slots() const { return slots_; }
  std::uint64_t slots_per_bin() const { return slots_per_bin_; }
  std::size_t num_bins() const {
    return static_cast<std::size_t>((slots_ + slots_per_bin_ - 1) / slots_per_bin_);
  }
  /// Returns the fraction of the row's capacity that is used in a bin, 0 to 1.
  double used(std::size_t row, std::size_t bin) const;
  /// Returns the mean over all bins.
  double mean(std::size_t row) const;
  /// Returns the mean of all rows together.
  double mean() const;
  double peak(std::size_t row) const;
  /// Returns the total blocks that the row carried.
  double carried(std::size_t row) const;

 private:
  void halve();

  std::vector<Row> rows_;
  std::vector<std::vector<double>> blocks_;  // of each row, by bin
  std::uint64_t slots_ = 0, slots_per_bin_ = 1;
};

}  // namespace weft::schedule
