// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <compare>
#include <cstdint>

namespace weft {

/// A strongly typed index, so that routers, terminals and ports cannot be confused.
template <class Tag, class Int>
struct Id {
  using value_type = Int;
  Int v{};
  friend constexpr auto operator<=>(Id, Id) = default;
};

/// A router, 0 .. num_routers-1.
using RouterId = Id<struct RouterTag, std::uint32_t>;
/// A terminal (the network interface of a computing node), 0 .. num_terminals-1.
using TerminalId = Id<struct TerminalTag, std::uint32_t>;
/// An output port of a router, 0 .. degree-1, or an input port, 0 .. in_degree-1.
using PortId = Id<struct PortTag, std::uint16_t>;
/// A channel class of a topology: an index into `classes()`.
using ClassId = Id<struct ClassTag, std::uint16_t>;

/// A channel, identified by its source router and output port: router << 16 | port. Stable and invertible.
struct ChannelId {
  std::uint64_t v{};
  constexpr ChannelId() = default;
  constexpr ChannelId(RouterId router, PortId port) : v(std::uint64_t{router.v} << 16 | port.v) {}
  constexpr RouterId router() const { return {static_cast<std::uint32_t>(v >> 16)}; }
  constexpr PortId port() const { return {static_cast<std::uint16_t>(v)}; }
  friend constexpr auto operator<=>(ChannelId, ChannelId) = default;
};

}  // namespace weft
