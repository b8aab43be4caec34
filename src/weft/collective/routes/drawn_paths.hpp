#pragma once

#include <cstdint>
#include <vector>

#include "weft/core/random.hpp"
#include "weft/network/machine.hpp"
#include "weft/routing/form/packet_routing.hpp"

namespace weft::collective {

/// Paths between routers by an oblivious routing of the catalog, hop by hop. A path is a pure function of its
/// ends, the seed and `item`, the number of the block on it.
class DrawnPaths {
 public:
  DrawnPaths(NetworkPtr network, PacketRoutingPtr routing, std::uint64_t seed);

  /// The next port, or `arrived`, and the state of the packet that has taken it.
  struct Hop {
    PortId port;
    std::uint32_t state;
  };
  std::uint32_t start(std::uint32_t from, std::uint32_t to, std::uint64_t item) const;
  /// `taken`: the hops so far.
  Hop next(std::uint32_t at, std::uint32_t to, std::uint64_t item, std::uint32_t taken,
           std::uint32_t state) const;
  /// The hops of a path between different routers. Throws InputError if there is none.
  std::uint32_t hops(std::uint32_t from, std::uint32_t to, std::uint64_t item) const;

  /// No path has more.
  std::uint32_t max_hops() const { return traits_.hop_bound; }
  /// Whether paths of different items between the same routers may differ.
  bool draws() const { return traits_.draws; }

 private:
  std::uint64_t word(std::uint32_t to, std::uint64_t item, std::uint64_t k) const {
    return RandomWords::derived(words_(mix64(item) ^ to))(k);
  }

  NetworkPtr network_;
  PacketRoutingPtr routing_;
  PacketTraits traits_;
  RandomWords words_;
  std::vector<std::uint32_t> encoded_;  // each router as a destination
};

}  // namespace weft::collective
