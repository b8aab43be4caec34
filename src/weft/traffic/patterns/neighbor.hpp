#pragma once

#include <vector>

#include "weft/traffic/even_traffic.hpp"
#include "weft/traffic/terminal_grid.hpp"

namespace weft::traffic {

/// Messages to the nearest routers of a torus, in turn.
class Neighbor final : public FormulaTraffic<Neighbor> {
 public:
  using Params = TerminalGridParams;
  static constexpr std::string_view name = "neighbor";
  static constexpr std::string_view doc =
      "Every terminal sends to its nearest neighbors on a torus in turn: one router forward, then one back "
      "along dimension 0, then along dimension 1, and so on, then again from the first; as in a halo "
      "exchange (Dally & Towles, table 3.1). A side of 2 has one neighbor; a side of 1 has none.";
  static constexpr auto& schema = terminal_grid_schema;
  static void check(Params const& params) { TerminalGrid::check(params); }
  static std::vector<Params> samples() { return {{{4, 4}}, {{5, 25}, 8}, {{2, 1, 8}}}; }
  static bool balanced(Params const&) { return true; }
  static bool random(Params const&) { return false; }

  Neighbor(Params const& params, TrafficContext const& context);
  std::uint32_t destination(TerminalId e, std::uint64_t k) const {
    if (steps_.empty()) return e.v;
    auto const [dim, distance] = steps_[k % steps_.size()];
    return grid_.move(e.v, dim, distance);
  }

 private:
  struct Step {
    std::uint32_t dim, distance;
  };
  TerminalGrid grid_;
  std::vector<Step> steps_;
};

}  // namespace weft::traffic
