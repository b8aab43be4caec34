#pragma once

#include <cstdint>
#include <utility>

#include "weft/routing/graph/graph_routing.hpp"
#include "weft/routing/graph/next_ports.hpp"

namespace weft::routing {

/// The ports on shortest paths that have not failed.
class MinimalPorts {
 public:
  explicit MinimalPorts(GraphPaths paths) : paths_(std::move(paths)) {
    next_ = NextPorts(paths_.network(), [&](std::uint32_t at, std::uint32_t to, auto visit_port) {
      if (at != to && paths_.reaches(at, to)) visit(at, to, visit_port);
    });
  }

  GraphPaths const& paths() const { return paths_; }
  /// Calls visit_port(port) for the ports of `at` on shortest paths to `to`, lowest first, as long as it
  /// returns true.
  template <class Visit>
  void visit(std::uint32_t at, std::uint32_t to, Visit visit_port) const {
    auto const [first, is_only] = next_.start(at, to);
    if (is_only) {
      visit_port(first);
      return;
    }
    auto const& table = paths_.table();
    for (std::uint16_t p = first, ports = paths_.network().degree({at}); p < ports; ++p)
      if (table.leads({at}, {p}, {to}) && !visit_port(p)) return;
  }

 private:
  GraphPaths paths_;
  NextPorts next_;
};

}  // namespace weft::routing
