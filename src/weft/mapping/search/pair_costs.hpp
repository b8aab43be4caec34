// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "weft/network/network.hpp"
#include "weft/routing/form/shares.hpp"

namespace weft::mapping {

/// The time for which a unit of traffic between two routers occupies a channel: its share divided by the
/// bandwidth, in whole units of 1 / CostScale::denominator.
struct ChannelCost {
  std::uint32_t channel = 0, cost = 0;
};

/// Converts shares to whole 32-bit costs. Exact if a common denominator of all shares and bandwidths exists
/// and the loads fit in 62 bits, else rounded.
class CostScale {
 public:
  /// `total_units`: of all traffic.
  CostScale(routing::Shares const& shares, Network const& network, std::uint64_t total_units);
  std::uint32_t cost(routing::ChannelShare const& share) const;
  bool exact() const { return exact_; }
  /// Returns the exponent of the power of two by which the caller divides units.
  unsigned unit_bits() const { return unit_bits_; }
  /// Converts a load in these units to time, in units of traffic over bandwidth.
  double time(std::uint64_t load) const { return static_cast<double>(load) * time_per_load_; }

 private:
  bool exact_ = true;
  unsigned unit_bits_ = 0;
  double time_per_load_ = 1;
  std::vector<std::uint32_t> multiplier_;  // exact: of a numerator, by channel
  std::vector<double> factor_;             // used if not exact
};

/// A cache of the costs of pairs of a router and a target: a search requests the same pairs repeatedly. Not
/// thread-safe.
class PairCosts {
 public:
  /// All arguments must outlive this object. `max_kept`: maximum number of cached channel costs, 8 bytes
  /// each.
  PairCosts(routing::Shares const& shares, Network const& network, CostScale const& scale,
            std::size_t max_kept = std::size_t{1} << 26);
  /// Returns the target of traffic to a terminal: its router; for a routing by terminal, the terminal,
  /// numbered after the routers.
  std::uint32_t target_of(TerminalId to) const {
    return by_terminal_ ? static_cast<std::uint32_t>(routers_ + to.v) : network_->ejection_router(to).v;
  }
  /// Returns the costs of a pair; valid until the next call.
  std::span<ChannelCost const> of(std::uint32_t from, std::uint32_t to) {
    auto const& slot = slots_[slot_of(from, to)];
    if (slot.from != from || slot.to != to) return compute(from, to);
    return {kept_.data() + slot.begin, slot.size};
  }

 private:
  struct Slot {
    std::uint32_t from = ~std::uint32_t{0}, to = ~std::uint32_t{0}, begin = 0, size = 0;
  };
  std::size_t slot_of(std::uint32_t from, std::uint32_t to) const {
    return static_cast<std::size_t>((from * targets_ + to) * multiplier_ >> shift_);
  }
  std::span<ChannelCost const> compute(std::uint32_t from, std::uint32_t to);

  routing::Shares const* shares_;
  Network const* network_;
  CostScale const* scale_;
  bool by_terminal_;
  std::uint64_t routers_, targets_, multiplier_ = 1;  // multiplier of a hash, if pairs share slots
  unsigned shift_ = 0;
  std::size_t max_kept_;
  std::vector<Slot> slots_;
  std::vector<ChannelCost> kept_;
  std::vector<routing::ChannelShare> scratch_;
};

}  // namespace weft::mapping
