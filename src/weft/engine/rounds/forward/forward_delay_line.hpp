#pragma once

#include <algorithm>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "weft/engine/rounds/forward/forward_settings.hpp"
#include "weft/engine/rounds/forward/wire/forward_wire.hpp"

namespace weft::rounds {

/// Asynchronous channels: a transmission takes some more rounds, U[0, jitter) rounded to a whole number without bias, but
/// messages leave a channel in the order in which they entered it, as many per round as it carries. Holds the messages
/// under way from the channels of one chunk.
template <class M>
class DelayLine {
 public:
  struct Due {
    Wiring::Link link;
    std::uint32_t lane;
    M message;
  };

  explicit DelayLine(double jitter = 0) : jitter_(jitter) {}

  std::size_t size() const { return size_; }
  /// Puts what arrives at the end of this round on the wire.
  void release(std::uint64_t round, typename Wire<M>::Sender::Writer const& writer) {
    auto const now = due_.find(round);
    if (now == due_.end()) return;
    for (auto const& each : now->second) writer.put(each.link, each.lane, each.message);
    size_ -= now->second.size();
    due_.erase(now);
  }
  /// Takes a message that enters a channel in this round. `last`: the channel's last place in time, in lanes.
  void take(std::uint64_t round, std::uint64_t word, std::uint32_t lanes, std::uint64_t& last,
            Wiring::Link link, M const& message, typename Wire<M>::Sender::Writer const& writer) {
    auto const more = extra_rounds(jitter_, word);
    last = std::max(last + 1, (round + more) * lanes);
    auto const arrival = last / lanes;
    auto const lane = static_cast<std::uint32_t>(last % lanes);
    if (arrival == round) return writer.put(link, lane, message);
    due_[arrival].push_back({link, lane, message});
    ++size_;
  }
  /// U[0, jitter) rounded up or down at random, so that the mean is jitter / 2.
  static std::uint64_t extra_rounds(double jitter, std::uint64_t word) {
    auto const first = static_cast<double>(word >> 32) * 0x1p-32,
               second = static_cast<double>(word & 0xffffffff) * 0x1p-32;
    return static_cast<std::uint64_t>(first * jitter + second);
  }

 private:
  double jitter_;
  std::size_t size_ = 0;
  std::unordered_map<std::uint64_t, std::vector<Due>> due_;  ///< by round
};

}  // namespace weft::rounds
