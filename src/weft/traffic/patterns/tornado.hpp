#pragma once

#include <vector>

#include "weft/traffic/even_traffic.hpp"
#include "weft/traffic/terminal_grid.hpp"

namespace weft::traffic {

/// Almost halfway around every dimension, all in the same direction.
class Tornado final : public FormulaTraffic<Tornado> {
 public:
  using Params = TerminalGridParams;
  static constexpr std::string_view name = "tornado";
  static constexpr std::string_view doc =
      "Every terminal sends to the terminal ceil(k / 2) - 1 routers farther in each dimension of k routers, all "
      "in the same direction: minimal routing on a torus leaves the channels of the other direction idle "
      "(Dally & Towles, table 3.1).";
  static constexpr auto& schema = terminal_grid_schema;
  static void check(Params const& params) { TerminalGrid::check(params); }
  static std::vector<Params> samples() { return {{{4, 4}}, {{5, 25}, 8}, {{3, 3, 3}}}; }
  static bool balanced(Params const&) { return true; }
  static bool random(Params const&) { return false; }

  Tornado(Params const& params, TrafficContext const& context)
      : FormulaTraffic(context.num_terminals, context.messages), grid_(params, context, name) {}
  std::uint32_t destination(TerminalId e) const {
    std::uint32_t to = e.v;
    for (std::uint32_t dim = 0; dim < grid_.dims(); ++dim)
      to = grid_.move(to, dim, (grid_.side(dim) - 1) / 2);
    return to;
  }

 private:
  TerminalGrid grid_;
};

}  // namespace weft::traffic
