#pragma once

#include <cstdint>
#include <vector>

#include "weft/core/parallel.hpp"
#include "weft/network/network.hpp"

namespace weft::routing {

/// For each pair of routers the lowest port towards the other, and whether it is the only one. That suffices
/// for most paths on networks of small diameter. 2 bytes per pair; for more than `most_routers` there is no
/// table, and all ports are tried.
class NextPorts {
 public:
  static constexpr std::uint32_t most_routers = 8192, most_ports = 0x7fff;

  NextPorts() = default;
  /// `visit_all(at, to, visit)` calls visit(port) for all ports that lead from `at` to `to`, lowest first, as
  /// long as it returns true.
  template <class VisitAll>
  NextPorts(Network const& network, VisitAll visit_all);

  struct Start {
    std::uint16_t port = 0;  ///< no lower port leads there
    bool is_only = false;    ///< it is the only one
  };
  Start start(std::uint32_t at, std::uint32_t to) const {
    if (entries_.empty()) return {};
    auto const entry = entries_[to * routers_ + at];
    return {static_cast<std::uint16_t>(entry >> 1), (entry & 1) != 0};
  }

 private:
  std::size_t routers_ = 0;
  std::vector<std::uint16_t> entries_;  // twice the port, plus one if it is the only one
};

template <class VisitAll>
NextPorts::NextPorts(Network const& network, VisitAll visit_all) : routers_(network.num_routers()) {
  if (routers_ > most_routers) return;
  for (std::uint32_t r = 0; r < routers_; ++r)
    if (network.degree({r}) > most_ports) return;
  entries_.resize(routers_ * routers_);
  parallel_for(routers_, [&](std::size_t to, unsigned) {
    for (std::size_t at = 0; at < routers_; ++at) {
      auto& entry = entries_[to * routers_ + at];
      std::uint32_t found = 0;
      visit_all(static_cast<std::uint32_t>(at), static_cast<std::uint32_t>(to), [&](std::uint16_t port) {
        entry = static_cast<std::uint16_t>(found == 0 ? 2 * port + 1 : entry & ~1u);
        return ++found < 2;
      });
    }
  });
}

}  // namespace weft::routing
