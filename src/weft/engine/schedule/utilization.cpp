// SPDX-License-Identifier: Apache-2.0
#include "weft/engine/schedule/utilization.hpp"

#include <algorithm>
#include <numeric>

namespace weft::schedule {

void Utilization::halve() {
  for (auto& row : blocks_) {
    for (std::size_t bin = 0; 2 * bin < row.size(); ++bin)
      row[bin] = row[2 * bin] + (2 * bin + 1 < row.size() ? row[2 * bin + 1] : 0);
    row.resize((row.size() + 1) / 2);
  }
  slots_per_bin_ *= 2;
}

void Utilization::add(std::size_t row, std::uint64_t first, std::uint64_t width, double blocks) {
  end(first + width);
  auto const per_slot = blocks / static_cast<double>(width);
  auto& bins = blocks_[row];
  bins.resize(std::max(bins.size(), num_bins()));
  for (auto slot = first; slot < first + width;) {
    auto const bin = slot / slots_per_bin_;
    auto const last = std::min(first + width, (bin + 1) * slots_per_bin_);
    bins[bin] += per_slot * static_cast<double>(last - slot);
    slot = last;
  }
}

void Utilization::end(std::uint64_t slots) {
  slots_ = std::max(slots_, slots);
  while (slots_ > slots_per_bin_ * max_bins) halve();
}

double Utilization::used(std::size_t row, std::size_t bin) const {
  if (bin >= blocks_[row].size() || rows_[row].capacity == 0) return 0;
  auto const slots = std::min(slots_per_bin_, slots_ - bin * slots_per_bin_);
  return blocks_[row][bin] / (static_cast<double>(slots) * rows_[row].capacity);
}

double Utilization::carried(std::size_t row) const {
  return std::accumulate(blocks_[row].begin(), blocks_[row].end(), 0.0);
}

double Utilization::mean(std::size_t row) const {
  auto const maximum = static_cast<double>(slots_) * rows_[row].capacity;
  return maximum == 0 ? 0 : carried(row) / maximum;
}

double Utilization::mean() const {
  double blocks = 0, maximum = 0;
  for (std::size_t row = 0; row < rows_.size(); ++row) {
    blocks += carried(row);
    maximum += rows_[row].capacity * static_cast<double>(slots_);
  }
  return maximum == 0 ? 0 : blocks / maximum;
}

double Utilization::peak(std::size_t row) const {
  double maximum = 0;
  for (std::size_t bin = 0; bin < num_bins(); ++bin) maximum = std::max(maximum, used(row, bin));
  return maximum;
}

}  // namespace weft::schedule
