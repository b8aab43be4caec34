// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <bit>
#include <cstdint>
#include <span>
#include <vector>

#include "weft/routing/packet/grid_ports.hpp"

/// Flattened order of the calls of A(l), the recursion of Lenzen & Wattenhofer (arXiv 1607.00298).
///
/// A(l) calls A(1) 2^(l-1) times on every message; call c >= 1 follows an exchange over level 2 + ctz(c). The
/// random digits of an intermediate destination are drawn when a message needs them. The distribution is the
/// same, because exactly one call uses each digit of an intermediate destination. Hence a call targets either
/// a digit of the final destination or a new uniform digit, and a message needs no state except its final
/// destination.
namespace weft {

/// Returns the number of calls of A(1) in A(levels).
constexpr std::uint64_t num_calls(std::uint32_t levels) { return std::uint64_t{1} << (levels - 1); }

/// Returns the exchange level before call c (c >= 1).
constexpr std::uint32_t exchange_level(std::uint64_t call) {
  return 2 + static_cast<std::uint32_t>(std::countr_zero(call));
}

/// Returns the level of the digit of the final destination that call c of A(levels) targets, or 0 if it
/// targets a random digit.
constexpr std::uint32_t target_level(std::uint32_t levels, std::uint64_t call) {
  std::uint64_t const from_end = num_calls(levels) - 1 - call;
  if (from_end == 0) return 1;
  return std::has_single_bit(from_end) ? 2 + static_cast<std::uint32_t>(std::countr_zero(from_end)) : 0;
}

}  // namespace weft

namespace weft::topology {
class Clex;
}  // namespace weft::topology

namespace weft {

/// Arithmetic of routings on CLEX: the packed digits of routers, and the ports that change them.
class ClexDigits {
 public:
  explicit ClexDigits(topology::Clex const& clex);

  std::uint32_t m() const { return m_; }
  std::uint32_t levels() const { return levels_; }
  bool single() const { return single_; }
  bool low_landing() const { return low_landing_; }
  std::uint32_t packed(RouterId r) const { return table_.empty() ? r.v : table_[r.v]; }
  RouterId router(std::uint32_t packed) const {
    return table_.empty() ? RouterId{packed} : coordinates_.unpack(packed);
  }
  void encode(std::span<std::uint32_t> routers) const {
    if (!table_.empty())
      for (auto& r : routers) r = table_[r];
  }
  /// Returns d_level, level >= 1.
  std::uint32_t digit(std::uint32_t packed, std::uint32_t level) const {
    return packed >> (level - 1) * bits_ & mask_;
  }
  /// Returns the highest level at which the digits of `a` and `b` differ, 0 if all are equal.
  std::uint32_t highest_difference(std::uint32_t a, std::uint32_t b) const {
    auto const different = a ^ b;
    return different == 0 ? 0 : (static_cast<std::uint32_t>(std::bit_width(different)) - 1) / bits_ + 1;
  }
  /// Returns the port of the channel within the clique to the node with digit `lowest` on level 1; with
  /// single links, `lowest` must differ from d_1.
  PortId clique_port(std::uint32_t at, std::uint32_t lowest) const {
    return {static_cast<std::uint16_t>(single_ ? lowest - (lowest > digit(at, 1)) : lowest)};
  }
  /// Returns the port of the edge of level `level` >= 2 that sets the free digit to `free`; with single
  /// links, of the only edge of the level.
  PortId exchange_port(std::uint32_t level, std::uint32_t free) const {
    return {static_cast<std::uint16_t>(single_ ? m_ - 1 + level - 2 : (level - 1) * m_ + free)};
  }
  /// Returns the port of the edge like exchange_port() if local networks replace the cliques: the edges
  /// follow the `local_ports` ports of the node in its local network.
  PortId exchange_port_behind(std::uint32_t local_ports, std::uint32_t level, std::uint32_t free) const {
    return {static_cast<std::uint16_t>(local_ports + (single_ ? level - 2 : (level - 2) * m_ + free))};
  }
  /// Returns the router, packed, to which clique_port() leads.
  std::uint32_t along_clique(std::uint32_t at, std::uint32_t lowest) const { return (at & ~mask_) | lowest; }
  std::uint32_t along_exchange(std::uint32_t at, std::uint32_t level, std::uint32_t free) const;

 private:
  std::uint32_t m_, levels_, bits_, mask_;
  bool single_, low_landing_;
  PackedCoordinates coordinates_;
  std::vector<std::uint32_t> table_;  // empty if a packed router equals its number
};

}  // namespace weft
