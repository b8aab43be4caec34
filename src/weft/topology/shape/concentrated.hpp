// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include "weft/core/error.hpp"
#include "weft/topology/shape/divisor.hpp"
#include "weft/topology/topology.hpp"

namespace weft {

/// Base of topologies with the same number of terminals at every router: the terminals of router r start at r
/// * concentration.
class Concentrated {
 public:
  Concentrated(std::uint64_t routers, std::uint64_t concentration)
      : routers_(routers), concentration_(concentration) {}

  std::uint64_t num_routers() const { return routers_; }
  std::uint64_t num_terminals() const { return routers_ * concentration_.value(); }
  std::uint32_t concentration() const { return static_cast<std::uint32_t>(concentration_.value()); }
  RouterId injection_router(TerminalId e) const { return {concentration_.quotient(e.v)}; }
  RouterId ejection_router(TerminalId e) const { return injection_router(e); }
  TerminalRange terminals_at(RouterId r) const { return {{r.v * concentration()}, concentration()}; }

 private:
  std::uint64_t routers_;
  Divisor concentration_;
};

/// Throws InputError if the number of routers, ports per router or terminals exceeds the range of ids.
/// `given`: the size parameters of the topology, for messages such as "sides give more than 2^32 routers".
inline void check_sizes(std::string const& given, double routers, double ports, double concentration) {
  constexpr double max = 0x1p32;
  if (routers > max) throw InputError{given + " more than 2^32 routers", "router ids have 32 bits"};
  if (ports > 65535) throw InputError{given + " more than 65535 ports per router", "port ids have 16 bits"};
  if (routers * concentration > max)
    throw InputError{"concentration=" + std::to_string(static_cast<std::int64_t>(concentration)) +
                         " produces more than 2^32 terminals",
                     "terminal ids have 32 bits"};
}

}  // namespace weft
