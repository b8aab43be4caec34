#pragma once

#include <vector>

#include "weft/traffic/even_traffic.hpp"
#include "weft/traffic/terminal_grid.hpp"

namespace weft::traffic {

/// Messages to the nearest routers of a torus, in turn.
class Neighbor final : public FormulaTraffic<Neighbor> {
 public:
  struct Params : TerminalGridParams {
    bool diagonal = false;
  };
  static constexpr std::string_view name = "neighbor";
  static constexpr std::string_view doc =
      "Every terminal sends to its nearest neighbors on a torus in turn, a message to each: one router forward, then "
      "one back along dimension 0, then along dimension 1, and so on, then again from the first; as in a halo "
      "exchange. A side of 2 has one neighbor; a side of 1 has none. One message per terminal, the default, loads one "
      "direction of dimension 0 only: `messages` = neighbors of a terminal loads all alike. `diagonal=true` is the "
      "neighbor of Dally & Towles (table 3.1) and BookSim 2.";
  static constexpr auto schema = std::tuple_cat(
      terminal_grid_schema,
      std::tuple{param("diagonal", &Params::diagonal,
                       "all messages go one router forward in every dimension at once, instead of in turn")});
  static void check(Params const& params) { TerminalGrid::check(params); }
  static std::vector<Params> samples() {
    return {{{{4, 4}}}, {{{5, 25}, 8}}, {{{2, 1, 8}}}, {{{4, 1, 4}}, true}};
  }
  static bool balanced(Params const&) { return true; }
  static bool random(Params const&) { return false; }

  Neighbor(Params const& params, TrafficContext const& context);
  std::uint32_t destination(TerminalId e, std::uint64_t k) const {
    if (steps_.empty()) return e.v;
    if (!diagonal_) return moved(e.v, steps_[k % steps_.size()]);
    auto to = e.v;
    for (auto const& step : steps_) to = moved(to, step);
    return to;
  }

 private:
  struct Step {
    std::uint32_t dim, distance;
  };
  std::uint32_t moved(std::uint32_t e, Step const& step) const {
    return grid_.move(e, step.dim, step.distance);
  }

  TerminalGrid grid_;
  bool diagonal_;
  std::vector<Step> steps_;
};

}  // namespace weft::traffic
