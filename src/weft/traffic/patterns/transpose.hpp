#pragma once

#include <tuple>
#include <vector>

#include "weft/core/param.hpp"
#include "weft/traffic/even_traffic.hpp"

namespace weft::traffic {

/// The terminals as a matrix: row i, column j sends to row j, column i.
class Transpose final : public FormulaTraffic<Transpose> {
 public:
  struct Params {
    std::int64_t rows = 0;
  };
  static constexpr std::string_view name = "transpose";
  static constexpr std::string_view doc =
      "The terminals are a matrix, stored by rows, that is transposed. With as many rows as columns, a power "
      "of two, the upper and lower halves of the terminal's bits are swapped (Dally & Towles, table 3.1); "
      "with twice as many columns the bits are rotated. An odd prime number of terminals is refused.";
  static constexpr std::tuple schema{
      param("rows", &Params::rows, Range{0, 4294967295},
            "rows of the matrix; 0: as square as possible, rows <= columns"),
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

}  // namespace weft::traffic
