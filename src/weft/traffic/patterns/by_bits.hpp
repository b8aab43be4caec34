// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <tuple>
#include <vector>

#include "weft/core/param.hpp"
#include "weft/traffic/pattern.hpp"

namespace weft::traffic {

/// Transposition: the terminals form a matrix, and the terminal in row i, column j sends to row j, column i.
class Transpose final : public FormulaTraffic<Transpose> {
 public:
  struct Params {
    std::int64_t rows = 0;
  };
  static constexpr std::string_view name = "transpose";
  static constexpr std::string_view doc =
      "The terminals are a matrix, stored by rows, that is transposed. With as many rows as columns, a power "
      "of two, the upper and lower halves of the terminal's bits are swapped (Dally & Towles, table 3.1); "
      "with twice as many columns the bits are rotated. Rejects an odd prime number of terminals.";
  static constexpr std::tuple schema{
      param("rows", &Params::rows, Range{0, 4294967295},
            "rows of the matrix; 0: as close to a square as possible, rows <= columns"),
  };
  static void check(Params const&) {}
  static std::vector<Params> samples() { return {{2}, {9}}; }
  static bool balanced(Params const&) { return true; }
  static bool random(Params const&) { return false; }

  Transpose(Params const& params, TrafficContext const& context);
  std::uint32_t destination(TerminalId e) const { return e.v % columns_ * rows_ + e.v / columns_; }

 private:
  std::uint32_t rows_, columns_;
};

/// Digit reversal: every terminal sends to the terminal with its digits in reverse order.
class BitReversal final : public FormulaTraffic<BitReversal> {
 public:
  using Params = NoTrafficParams;
  static constexpr std::string_view name = "bit_reversal";
  static constexpr std::array<std::string_view, 1> aliases{"bitrev"};
  static constexpr std::string_view doc =
      "Terminal e sends to the terminal with the bits of e in reverse order (Dally & Towles, table 3.1). If "
      "the number of terminals is not a power of two, the digits of e in the mixed radix of its prime "
      "factors are reversed, as in a fast Fourier transform of that size; an odd prime has a single digit "
      "and is rejected.";
  static constexpr std::tuple<> schema{};
  static void check(Params const&) {}
  static std::vector<Params> samples() { return {}; }
  static bool balanced(Params const&) { return true; }
  static bool random(Params const&) { return false; }

  BitReversal(Params const&, TrafficContext const& context);
  std::uint32_t destination(TerminalId e) const;

 private:
  std::vector<std::uint32_t> radices_;  ///< ascending prime factors; the first belongs to the lowest digit
};

/// Complement: every terminal sends to the terminal with all bits inverted.
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
