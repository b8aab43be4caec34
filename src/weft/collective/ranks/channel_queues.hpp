#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <vector>

namespace weft::collective {

/// What waits at each channel, by number: those with the most hops to go first (63 and more alike), of these the one that came first.
/// Numbers are linked through `next`, which has a place for each and may be used otherwise for those that do not wait here.
class ChannelQueues {
 public:
  static constexpr std::uint32_t none = 0xffffffff;

  ChannelQueues(std::uint32_t channels, std::uint32_t most_hops, std::vector<std::uint32_t>& next)
      : next_(next),
        buckets_(most_hops < 63 ? most_hops + 1 : 64),
        lists_(std::size_t{channels} * buckets_),
        used_(channels),
        waiting_((channels + std::size_t{63}) / 64) {}

  void clear() {
    std::ranges::fill(used_, 0);
    std::ranges::fill(waiting_, 0);
  }
  /// Bytes for so many channels.
  static std::uint64_t bytes(std::uint64_t channels, std::uint32_t most_hops) {
    return channels * ((most_hops < 63 ? most_hops + 1 : 64) * sizeof(List) + sizeof(std::uint64_t));
  }

  void push(std::uint32_t channel, std::uint32_t hops, std::uint32_t number) {
    auto const bucket = hops < buckets_ ? hops : buckets_ - 1;
    auto& list = lists_[std::size_t{channel} * buckets_ + bucket];
    auto const bit = std::uint64_t{1} << bucket;
    next_[number] = none;
    if ((used_[channel] & bit) != 0)
      next_[list.last] = number;
    else
      list.first = number;
    list.last = number;
    if (used_[channel] == 0) waiting_[channel / 64] |= std::uint64_t{1} << channel % 64;
    used_[channel] |= bit;
  }

  /// Takes the first of a channel out; none if nothing waits.
  std::uint32_t pop(std::uint32_t channel) {
    if (used_[channel] == 0) return none;
    auto const bucket = static_cast<std::uint32_t>(std::bit_width(used_[channel]) - 1);
    auto& list = lists_[std::size_t{channel} * buckets_ + bucket];
    auto const number = list.first;
    list.first = next_[number];
    if (list.first == none) {
      used_[channel] &= ~(std::uint64_t{1} << bucket);
      if (used_[channel] == 0) waiting_[channel / 64] &= ~(std::uint64_t{1} << channel % 64);
    }
    return number;
  }

  bool waits_at(std::uint32_t channel) const { return used_[channel] != 0; }
  /// Calls visit(channel) for each channel at which something waits, in ascending order; `visit` may pop and push.
  template <class Visit>
  void for_each_waiting(Visit visit) {
    for (std::size_t word = 0; word < waiting_.size(); ++word)
      for (auto bits = waiting_[word]; bits != 0; bits &= bits - 1)
        visit(static_cast<std::uint32_t>(word * 64 + static_cast<unsigned>(std::countr_zero(bits))));
  }

 private:
  struct List {
    std::uint32_t first, last;
  };

  std::vector<std::uint32_t>& next_;
  std::uint32_t buckets_;
  std::vector<List> lists_;
  std::vector<std::uint64_t> used_;     // of each channel: the buckets that are not empty
  std::vector<std::uint64_t> waiting_;  // one bit per channel
};

}  // namespace weft::collective
