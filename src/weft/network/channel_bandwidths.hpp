#pragma once

#include <cstdint>
#include <vector>

#include "weft/traffic/schedule/transfer_network.hpp"

namespace weft::collective {

/// Blocks that each vertex can send and receive per slot over all its channels; loops bring nothing.
struct VertexBandwidths {
  std::vector<double> out, in;

  explicit VertexBandwidths(TransferNetwork const& network)
      : out(network.num_vertices()), in(network.num_vertices()) {
    for (std::uint32_t c = 0; c < network.num_channels(); ++c) {
      if (network.source(c) == network.target(c)) continue;
      out[network.source(c)] += network.bandwidth(c);
      in[network.target(c)] += network.bandwidth(c);
    }
  }
};

}  // namespace weft::collective
