// SPDX-License-Identifier: Apache-2.0
#include "weft/mapping/search/pair_costs.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <numeric>

#include "weft/core/interrupt.hpp"

namespace weft::mapping {
namespace {

constexpr double fine = 0x1p20;        // bandwidths that are multiples of 1 / fine are exact
constexpr unsigned __int128 uses = 2;  // a path through an intermediate router may use a channel twice

std::vector<double> distinct_bandwidths(Network const& network) {
  std::vector<double> all;
  for (std::uint32_t c = 0; c < network.num_channels(); ++c)
    if (double const value = network.bandwidth({c}); std::ranges::find(all, value) == all.end())
      all.push_back(value);
  return all;
}

/// Returns a common multiple of all bandwidths, in units of 1 / fine; 0 if there is none below 2^63.
std::uint64_t common_multiple(std::vector<double> const& bandwidths) {
  std::uint64_t multiple = 1;
  for (double const bandwidth : bandwidths) {
    double const whole = bandwidth * fine;
    if (!(whole >= 1) || whole != std::floor(whole) || whole >= 0x1p52) return 0;
    auto const value = static_cast<std::uint64_t>(whole);
    auto const more = value / std::gcd(multiple, value);
    if (static_cast<unsigned __int128>(multiple) * more >> 63 != 0) return 0;
    multiple *= more;
  }
  return multiple;
}

}  // namespace

CostScale::CostScale(routing::Shares const& shares, Network const& network, std::uint64_t total_units) {
  auto const bandwidths = distinct_bandwidths(network);
  auto const denominator = shares.denominator();
  double const min = bandwidths.empty() ? 1 : std::ranges::min(bandwidths);
  auto const multiple = common_multiple(bandwidths);
  if (multiple != 0) {
    auto const largest = multiple / static_cast<std::uint64_t>(min * fine);
    auto const max = static_cast<unsigned __int128>(denominator) * largest * uses;
    exact_ = max >> 32 == 0 && (max * std::max<std::uint64_t>(total_units, 1)) >> 62 == 0;
  } else {
    exact_ = false;
  }
  if (exact_) {
    for (std::uint32_t c = 0; c < network.num_channels(); ++c)
      multiplier_.push_back(
          static_cast<std::uint32_t>(multiple / static_cast<std::uint64_t>(network.bandwidth({c}) * fine)));
    time_per_load_ = fine / static_cast<double>(multiple) / static_cast<double>(denominator);
    return;
  }
  int const units = std::bit_width(total_units), bits = std::clamp(60 - units, 20, 30);
  unit_bits_ = static_cast<unsigned>(std::max(0, units + bits + 1 - 62));
  for (std::uint32_t c = 0; c < network.num_channels(); ++c)
    factor_.push_back(std::ldexp(min / network.bandwidth({c}) / static_cast<double>(denominator), bits));
  time_per_load_ = std::ldexp(1 / min, static_cast<int>(unit_bits_) - bits);
}

std::uint32_t CostScale::cost(routing::ChannelShare const& share) const {
  auto const c = share.channel.v;
  if (exact_) return static_cast<std::uint32_t>(share.numerator * multiplier_[c]);
  return static_cast<std::uint32_t>(std::llround(static_cast<double>(share.numerator) * factor_[c]));
}

PairCosts::PairCosts(routing::Shares const& shares, Network const& network, CostScale const& scale,
                     std::size_t max_kept)
    : shares_(&shares),
      network_(&network),
      scale_(&scale),
      by_terminal_(shares.by_terminal()),
      routers_(network.num_routers()),
      targets_(routers_ + (by_terminal_ ? network.num_terminals() : 0)),
      cache_capacity_(max_kept) {
  constexpr std::uint64_t max_slots = std::uint64_t{1} << 22;
  auto const pairs = static_cast<unsigned __int128>(routers_) * targets_;
  if (pairs <= max_slots) {
    slots_.resize(static_cast<std::size_t>(pairs));
  } else {
    slots_.resize(max_slots);
    multiplier_ = 0x9e3779b97f4a7c15u;
    shift_ = 64 - std::bit_width(max_slots) + 1;
  }
}

std::span<ChannelCost const> PairCosts::compute(std::uint32_t from, std::uint32_t to) {
  throw_if_interrupted();
  scratch_.clear();
  if (TerminalId const terminal{static_cast<std::uint32_t>(to - routers_)}; by_terminal_)
    shares_->append_to({from}, network_->ejection_router(terminal), terminal, scratch_);
  else
    shares_->append({from}, {to}, scratch_);
  if (cached_costs_.size() + scratch_.size() > cache_capacity_) {
    std::ranges::fill(slots_, Slot{});
    cached_costs_.clear();
  }
  auto& slot = slots_[slot_of(from, to)];
  slot = {from, to, static_cast<std::uint32_t>(cached_costs_.size()),
          static_cast<std::uint32_t>(scratch_.size())};
  for (auto const& share : scratch_) cached_costs_.push_back({share.channel.v, scale_->cost(share)});
  return {cached_costs_.data() + slot.begin, slot.size};
}
}  // namespace weft::mapping
