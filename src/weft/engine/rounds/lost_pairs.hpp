#pragma once

#include <algorithm>
#include <compare>
#include <cstdint>
#include <vector>

namespace weft::rounds {

/// The terminals of a message that no surviving path connects.
struct LostPair {
  std::uint32_t source, destination;
  friend auto operator<=>(LostPair const&, LostPair const&) = default;
};

/// The least pairs that were added, in order.
class LostPairs {
 public:
  static constexpr std::size_t limit = 100;
  void add(LostPair pair) {
    auto const place = std::ranges::lower_bound(pairs_, pair);
    if ((place != pairs_.end() && *place == pair) || place - pairs_.begin() == limit) return;
    pairs_.insert(place, pair);
    if (pairs_.size() > limit) pairs_.pop_back();
  }
  void merge(LostPairs const& other) {
    for (auto const& pair : other.pairs_) add(pair);
  }
  std::vector<LostPair> const& pairs() const { return pairs_; }

 private:
  std::vector<LostPair> pairs_;
};

}  // namespace weft::rounds
