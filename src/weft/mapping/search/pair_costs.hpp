// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "weft/network/network.hpp"
#include "weft/routing/form/shares.hpp"

namespace weft::mapping {

/// Time for which a unit of traffic between two routers occupies a channel: the share of the channel divided
/// by its bandwidth, as an integer in units of 1 / CostScale::denominator.
struct ChannelCost {
  std::uint32_t channel = 0, cost = 0;
};

/// Conversion of shares to 32-bit integer costs. Exact if there is a common denominator of all shares and
/// bandwidths and the loads fit in 62 bits, else rounded.
class CostScale {
 public:
  /// `total_units`: of all traffic.
  CostScale(routing::Shares const& shares, Network const& network, std::uint64_t total_units);
  std::uint32_t cost(routing::ChannelShare const& share) const;
  bool exact() const { return exact_; }
  /// Returns the base-2 logarithm of the factor by which the caller must divide units.
  unsigned unit_bits() const { return unit_bits_; }
  /// Converts a load to time, in units of traffic over bandwidth.
  double time(std::uint64_t load) const { return static_cast<double>(load) * time_per_load_; }

 private:
  bool exact_ = true;
  unsigned unit_bits_ = 0;
  double time_per_load_ = 1;
  std::vector<std::uint32_t> multiplier_;  // factor of numerators, by channel; used if exact
  std::vector<double> factor_;             // used if not exact
};

/// Cache of costs, keyed by router and target, because a search requests the same pairs repeatedly. Not
/// thread-safe.
class PairCosts {
 public:
  /// All arguments must outlive this object. `max_kept`: maximum number of cached channel costs, 8 bytes
  /// each.
  PairCosts(routing::Shares const& shares, Network const& network, CostScale const& scale,
            std::size_t max_kept = std::size_t{1} << 26);
  /// Returns the target for traffic to a terminal: its router or, under a terminal-based routing, the
  /// terminal, numbered after the routers.
  std::uint32_t target_of(TerminalId to) const {
    return by_terminal_ ? static_cast<std::uint32_t>(routers_ + to.v) : network_->ejection_router(to).v;
  }
  /// Returns the costs of a pair; valid until the next call.
  std::span<ChannelCost const> of(std::uint32_t from, std::uint32_t to) {
    auto const& slot = slots_[slot_of(from, to)];
    if (slot.from != from || slot.to != to) return compute(from, to);
    return {cached_costs_.data() + slot.begin, slot.size};
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
  std::uint64_t routers_, targets_, multiplier_ = 1;  // multiplier_: of a hash function, if pairs share slots
  unsigned shift_ = 0;
  std::size_t cache_capacity_;
  std::vector<Slot> slots_;
  std::vector<ChannelCost> cached_costs_;
  std::vector<routing::ChannelShare> scratch_;
};

}  // namespace weft::mapping
