#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "weft/traffic/schedule/transfer_network.hpp"

namespace weft::collective {

/// Hops from every router to some of them over channels that have not failed: 2 bytes per pair. By breadth-first searches towards 64
/// routers at once, one bit each (M. Then et al., The more the merrier: efficient multi-source graph traversal, VLDB 2014).
class DistanceRows {
 public:
  static constexpr std::uint16_t unreachable = 0xffff;

  /// Throws InputError if the rows need more memory than there is, or a way has 65,535 hops or more.
  DistanceRows(TransferNetwork const& network, std::vector<std::uint32_t> targets);

  std::size_t num_targets() const { return targets_.size(); }
  std::uint32_t target(std::size_t row) const { return targets_[row]; }
  /// The hops from each router to target(row), or unreachable.
  std::span<std::uint16_t const> row(std::size_t row) const {
    return std::span(hops_).subspan(row * routers_, routers_);
  }
  /// The greatest distance of a router that reaches a target.
  std::uint32_t most() const { return most_; }

 private:
  std::uint32_t routers_;
  std::vector<std::uint32_t> targets_;
  std::vector<std::uint16_t> hops_;
  std::uint32_t most_ = 0;
};

}  // namespace weft::collective
