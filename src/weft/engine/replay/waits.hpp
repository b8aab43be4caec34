#pragma once

#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "weft/core/random.hpp"

namespace weft::replay {

/// How long a rank has had nothing to do but wait for another.
struct RankWait {
  std::uint32_t rank, partner;
  double seconds;
};

/// Adds up for whom ranks wait: when a message, or the end of one, lets a rank go on, the time since it last
/// did something.
class RankWaits {
 public:
  explicit RankWaits(std::uint32_t ranks) : busy_until_(ranks, 0), waiting_(ranks, 0) {}

  /// The rank is busy up to this time.
  void busy(std::uint32_t rank, double until) {
    if (until > busy_until_[rank]) busy_until_[rank] = until;
  }
  /// What another did lets the rank go on.
  void go_on(std::uint32_t rank, std::uint32_t partner, double time) {
    auto const seconds = time - busy_until_[rank];
    if (seconds <= 0) return;
    busy_until_[rank] = time;
    waiting_[rank] += seconds;
    by_pair_[{rank, partner}] += seconds;
  }

  double seconds(std::uint32_t rank) const { return waiting_[rank]; }
  /// All pairs, the longest first.
  std::vector<RankWait> longest_first() const;

 private:
  struct Pair {
    std::uint32_t rank, partner;
    friend bool operator==(Pair const&, Pair const&) = default;
  };
  struct PairHash {
    std::size_t operator()(Pair const& it) const { return mix64(std::uint64_t{it.rank} << 32 | it.partner); }
  };
  std::vector<double> busy_until_, waiting_;
  std::unordered_map<Pair, double, PairHash> by_pair_;
};

/// An operation that never ended, and the rank that it waits for.
struct StuckOperation {
  std::uint32_t operation = 0, rank = 0;
  std::uint32_t waits_for = 0;  ///< a rank, or Operation::any
};

/// At most one operation of each rank, by rank. Puts those first that wait for each other in a cycle, the
/// shortest if there are several, in its order: each waits for the rank of the next one, the last one for
/// that of the first. Returns how many they are; 0: there is no cycle.
std::size_t put_cycle_first(std::vector<StuckOperation>& stuck);

}  // namespace weft::replay
