#pragma once

#include <array>
#include <tuple>
#include <vector>

#include "weft/core/param.hpp"
#include "weft/traffic/even_traffic.hpp"

namespace weft::traffic {

/// Every terminal sends to the terminal whose number has all bits inverted.
class BitComplement final : public FormulaTraffic<BitComplement> {
 public:
  using Params = NoTrafficParams;
  static constexpr std::string_view name = "bit_complement";
  static constexpr std::array<std::string_view, 1> aliases{"bitcomp"};
  static constexpr std::string_view doc =
      "Terminal e sends to the terminal with all bits of e inverted; for any number n of terminals that is n "
      "- 1 - e, so that all traffic crosses the middle (Dally & Towles, table 3.1).";
  static constexpr std::tuple<> schema{};
  static void check(Params const&) {}
  static std::vector<Params> samples() { return {}; }
  static bool balanced(Params const&) { return true; }
  static bool random(Params const&) { return false; }

  BitComplement(Params const&, TrafficContext const& context)
      : FormulaTraffic(context.num_terminals, context.messages) {}
  std::uint32_t destination(TerminalId e) const {
    return static_cast<std::uint32_t>(num_terminals() - 1 - e.v);
  }
};

}  // namespace weft::traffic
