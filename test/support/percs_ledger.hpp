// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <tuple>

#include "weft/engine/load/percs/load.hpp"

namespace weft {

/// Every channel of PERCS that carries something: (class, from node, to node) -> load; a D link by its
/// supernodes.
class PercsLedger final : public load::PercsLoadVisitor {
 public:
  void inner(std::uint32_t a, load::NodePairs const& load) override {
    for (std::uint32_t u = 0; u < 32; ++u)
      for (std::uint32_t v = 0; v < 32; ++v)
        if (u != v && load[u][v] > 0)
          loads[{u / 8 == v / 8 ? "LL" : "LR", a * 32 + u, a * 32 + v}] = load[u][v];
  }
  void between(std::uint32_t a, std::span<std::uint64_t const> load) override {
    for (std::uint32_t b = 0; b < load.size(); ++b)
      if (load[b] > 0) loads[{"D", a, b}] = load[b];
  }
  std::map<std::tuple<std::string, std::uint32_t, std::uint32_t>, std::uint64_t> loads;
};

}  // namespace weft
