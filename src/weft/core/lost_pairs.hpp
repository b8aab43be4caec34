// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "weft/core/byte_stream.hpp"

namespace weft {

/// The terminals of a message for which no path remains after failures.
struct LostPair {
  std::uint32_t source, destination;
  friend auto operator<=>(LostPair const&, LostPair const&) = default;
};

/// The first `limit` of the added pairs, in ascending order.
class LostPairs {
 public:
  static constexpr std::size_t limit = 100;
  void add(LostPair pair) {
    auto const position = std::ranges::lower_bound(pairs_, pair);
    if ((position != pairs_.end() && *position == pair) || position - pairs_.begin() == limit) return;
    pairs_.insert(position, pair);
    if (pairs_.size() > limit) pairs_.pop_back();
  }
  void merge(LostPairs const& other) {
    for (auto const& pair : other.pairs_) add(pair);
  }
  void write(ByteWriter& out) const { out.put_list(pairs_); }
  static LostPairs read(ByteReader& in) {
    LostPairs lost;
    lost.pairs_ = in.read_list<LostPair>();
    return lost;
  }
  std::vector<LostPair> const& pairs() const { return pairs_; }

 private:
  std::vector<LostPair> pairs_;
};

}  // namespace weft
