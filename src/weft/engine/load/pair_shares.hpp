#pragma once

#include <cstdint>
#include <vector>

#include "weft/network/network.hpp"

namespace weft::load {

/// Of the traffic between two routers, a channel carries numerator / PairShares::denominator().
struct ChannelShare {
  ChannelIndex channel;
  std::uint64_t numerator = 0;
};

/// An oblivious routing, pair by pair: what evaluates the load of any routing, and what a search that moves one task at a time
/// needs. Safe to call from several threads.
class PairShares {
 public:
  virtual ~PairShares() = default;
  virtual std::uint64_t denominator() const = 0;
  /// Appends the channels on the paths from one router to another, each once. Nothing for a router to itself. Throws
  /// InputError if there is no path.
  virtual void append(RouterId from, RouterId to, std::vector<ChannelShare>& out) const = 0;
};

}  // namespace weft::load
