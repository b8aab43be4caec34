#pragma once

#include "weft/engine/load/pair_shares.hpp"
#include "weft/routing/bind_context.hpp"

namespace weft::load {

/// Throws InputError unless the routing has no state, one candidate per head, and tells hops exactly.
void check_single_path(RoutingFunction const& routing);

/// A routing of packets with one path per pair; if it draws, then only among parallel channels, which share alike.
class SinglePathShares final : public PairShares {
 public:
  SinglePathShares(NetworkPtr network, RoutingPtr routing);
  std::uint64_t denominator() const override { return denominator_; }
  bool append(RouterId from, RouterId to, std::vector<ChannelShare>& out) const override;

 private:
  NetworkPtr network_;
  RoutingPtr routing_;
  std::uint64_t denominator_;
};

/// How many channels share what takes this one: the ports from it on that lead to the same router if the routing draws.
std::uint32_t parallel_channels(Network const& network, ChannelIndex first, bool draws);
/// The least common multiple of these numbers.
std::uint64_t parallel_denominator(Network const& network, bool draws);

}  // namespace weft::load
