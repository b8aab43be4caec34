#pragma once

#include <atomic>
#include <bit>
#include <cstdint>
#include <vector>

#include "weft/analysis/deadlock/packet_state.hpp"

namespace weft::deadlock {

/// Dependencies between virtual channels, a bit for each that there could be: from a virtual channel to those of the output ports of the
/// router that it leads to. Threads may set bits at the same time.
class DependencyBits {
 public:
  DependencyBits(Network const& network, std::uint32_t vcs)
      : network_(network), vcs_(vcs), width_(std::bit_ceil(vcs)), first_(network.num_channels() + 1, 0) {
    for (std::uint32_t c = 0; c < network.num_channels(); ++c)
      first_[c + std::size_t{1}] = first_[c] + std::uint64_t{vcs} * words_after(c);
    words_.resize(first_.back());
  }

  /// Words for the bits of one virtual channel.
  static std::uint64_t words_after(Network const& network, std::uint32_t channel, std::uint32_t vcs) {
    return (std::uint64_t{network.degree(network.target({channel}))} * std::bit_ceil(vcs) + 63) / 64;
  }
  /// From a virtual channel to those of a port that the mask names.
  void set(VirtualChannel from, std::uint16_t port, std::uint64_t vcs) {
    std::uint64_t const bit = std::uint64_t{port} * width_;
    auto& word = words_[row(from) + bit / 64];
    vcs <<= bit % 64;
    std::atomic_ref at(word);
    if ((at.load(std::memory_order_relaxed) & vcs) != vcs) at.fetch_or(vcs, std::memory_order_relaxed);
  }
  /// Calls visit(VirtualChannel) for each that `from` depends on, in ascending order.
  template <class Visit>
  void for_each(VirtualChannel from, Visit visit) const {
    auto const begin = row(from);
    RouterId const at = network_.target(from.channel);
    for (std::uint64_t w = 0; w < words_after(from.channel.v); ++w)
      for (auto left = words_[begin + w]; left != 0; left &= left - 1) {
        auto const bit = w * 64 + static_cast<std::uint64_t>(std::countr_zero(left));
        visit(VirtualChannel{network_.channel(at, {static_cast<std::uint16_t>(bit / width_)}),
                             static_cast<std::uint8_t>(bit % width_)});
      }
  }

 private:
  std::uint64_t words_after(std::uint32_t channel) const { return words_after(network_, channel, vcs_); }
  std::uint64_t row(VirtualChannel from) const {
    return first_[from.channel.v] + from.vc * words_after(from.channel.v);
  }

  Network const& network_;
  std::uint32_t vcs_;
  std::uint64_t width_;  // bits for a port
  std::vector<std::uint64_t> first_, words_;
};

/// A set of virtual channels. Threads may add to it at the same time.
class VirtualChannelSet {
 public:
  explicit VirtualChannelSet(Network const& network) : masks_(network.num_channels(), 0) {}
  void add(ChannelIndex channel, std::uint64_t vcs) {
    std::atomic_ref at(masks_[channel.v]);
    if ((at.load(std::memory_order_relaxed) & vcs) != vcs) at.fetch_or(vcs, std::memory_order_relaxed);
  }
  std::uint64_t of(ChannelIndex channel) const { return masks_[channel.v]; }
  bool holds(VirtualChannel it) const { return masks_[it.channel.v] >> it.vc & 1; }

 private:
  std::vector<std::uint64_t> masks_;
};

}  // namespace weft::deadlock
