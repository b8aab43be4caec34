#pragma once

#include <cstdint>
#include <numeric>
#include <span>
#include <vector>

#include "weft/traffic/schedule/transfer_network.hpp"

namespace weft::collective {

/// The channels into and out of each vertex, in ascending order.
class ChannelLists {
 public:
  explicit ChannelLists(TransferNetwork const& network)
      : network_(network),
        channels_(network.num_channels()),
        first_into_(network.num_vertices() + std::size_t{1}),
        into_(network.num_channels()) {
    std::iota(channels_.begin(), channels_.end(), 0u);
    for (auto const c : channels_) ++first_into_[network.target(c) + std::size_t{1}];
    for (std::uint32_t v = 0; v < network.num_vertices(); ++v)
      first_into_[v + std::size_t{1}] += first_into_[v];
    auto next = first_into_;
    for (auto const c : channels_) into_[next[network.target(c)]++] = c;
  }

  std::span<std::uint32_t const> into(std::uint32_t v) const {
    return std::span(into_).subspan(first_into_[v], first_into_[v + std::size_t{1}] - first_into_[v]);
  }
  std::span<std::uint32_t const> out_of(std::uint32_t v) const {
    return std::span(channels_).subspan(network_.first_channel(v),
                                        network_.first_channel(v + 1) - network_.first_channel(v));
  }

 private:
  TransferNetwork const& network_;
  std::vector<std::uint32_t> channels_, first_into_, into_;
};

}  // namespace weft::collective
