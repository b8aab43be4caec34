#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "weft/core/random.hpp"
#include "weft/routing/form/channel_routing.hpp"
#include "weft/routing/form/sample_params.hpp"
#include "weft/routing/packet/shortest_paths.hpp"

namespace weft::routing {

/// A port that a packet may take, and its phase behind it.
struct Way {
  std::uint16_t port = 0, phase = 0;
};

/// Picks one of the offered ways out of router `at`: any, the first, or of some that are drawn at random the
/// one with the shortest queue.
class PortChoice {
 public:
  /// `queues` must outlive it.
  PortChoice(MinimalChoice choice, SampleParams const& sample, std::uint32_t at, QueueView const& queues,
             Rng words)
      : choice_(choice),
        room_(choice == MinimalChoice::adaptive ? static_cast<std::uint32_t>(sample.samples) : 1),
        threshold_(static_cast<std::int32_t>(sample.threshold)),
        at_(at),
        queues_(queues),
        words_(words) {}

  void offer(Way way) {
    ++offered_;
    if (room_ == 0)
      compare(way);
    else if (offered_ <= room_)
      ways_[offered_ - 1] = way;
    else if (choice_ == MinimalChoice::lowest)
      return;
    else if (auto const place = words_.below(offered_); place < room_)
      ways_[place] = way;
  }
  /// Whether no further offer is needed.
  bool is_settled() const { return choice_ == MinimalChoice::lowest && offered_ > 0; }
  /// The chosen one. Only after an offer.
  Way way() {
    auto const size = std::min(offered_, room_);
    if (size <= 1) return ways_[0];
    auto const first = static_cast<std::uint32_t>(words_.below(size));
    auto best = first;
    auto least = queue(ways_[first]) - threshold_;
    for (auto i = first + 1; i < first + size; ++i) {
      auto const place = i < size ? i : i - size;
      if (auto const here = queue(ways_[place]); here < least) {
        least = here;
        best = place;
      }
    }
    return ways_[best];
  }

 private:
  std::int32_t queue(Way way) const { return queues_.local(at_, way.port); }
  void compare(Way way) {
    auto const here = queue(way);
    if (ties_ > 0 && here > least_) return;
    ties_ = ties_ > 0 && here == least_ ? ties_ + 1 : 1;
    least_ = here;
    if (ties_ == 1 || words_.below(ties_) == 0) ways_[0] = way;
  }

  MinimalChoice choice_;
  std::uint32_t room_;  // 0: for all
  std::int32_t threshold_;
  std::uint32_t at_;
  QueueView const& queues_;
  Rng words_;
  std::uint32_t offered_ = 0, ties_ = 0;
  std::int32_t least_ = 0;
  std::array<Way, SampleParams::most_samples> ways_;
};

}  // namespace weft::routing
