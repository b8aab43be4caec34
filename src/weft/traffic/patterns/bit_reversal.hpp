#pragma once

#include <array>
#include <tuple>
#include <vector>

#include "weft/core/param.hpp"
#include "weft/traffic/even_traffic.hpp"

namespace weft::traffic {

/// Every terminal sends to the terminal whose number has its digits in reverse order.
class BitReversal final : public FormulaTraffic<BitReversal> {
 public:
  using Params = NoTrafficParams;
  static constexpr std::string_view name = "bit_reversal";
  static constexpr std::array<std::string_view, 1> aliases{"bitrev"};
  static constexpr std::string_view doc =
      "Terminal e sends to the terminal with the bits of e in reverse order (Dally & Towles, table 3.1). If "
      "the number of terminals is not a power of two, the digits of e in the mixed radix of its prime "
      "factors are reversed, as in a fast Fourier transform of that size; an odd prime has a single digit "
      "and is refused.";
  static constexpr std::tuple<> schema{};
  static void check(Params const&) {}
  static std::vector<Params> samples() { return {}; }
  static bool balanced(Params const&) { return true; }
  static bool random(Params const&) { return false; }

  BitReversal(Params const&, TrafficContext const& context);
  std::uint32_t destination(TerminalId e) const;

 private:
  std::vector<std::uint32_t> radices_;  ///< prime factors in ascending order, the lowest digit's first
};

}  // namespace weft::traffic
