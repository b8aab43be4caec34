#include "weft/traffic/patterns/transpose.hpp"

#include <cmath>

#include <fmt/format.h>

namespace weft::traffic {
namespace {

/// The largest divisor of n that is at most its root.
std::uint64_t most_square(std::uint64_t n) {
  auto rows = static_cast<std::uint64_t>(std::sqrt(static_cast<double>(n)));
  while (n % rows != 0) --rows;
  return rows;
}

}  // namespace

Transpose::Transpose(Params const& params, TrafficContext const& context)
    : FormulaTraffic(context.num_terminals, context.messages) {
  std::uint64_t const n = num_terminals();
  std::uint64_t const rows = params.rows == 0 ? most_square(n) : static_cast<std::uint64_t>(params.rows);
  if (n % rows != 0)
    throw InputError(fmt::format("rows = {}", rows), fmt::format("must divide the {} terminals", n));
  if (params.rows == 0 && rows == 1 && n > 2)
    throw InputError(fmt::format("transpose on {} terminals", n),
                     "an odd prime number of terminals cannot be arranged as a matrix");
  rows_ = static_cast<std::uint32_t>(rows);
  columns_ = static_cast<std::uint32_t>(n / rows);
}
}  // namespace weft::traffic
