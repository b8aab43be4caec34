// SPDX-License-Identifier: Apache-2.0
#include "weft/traffic/patterns/by_bits.hpp"

#include <cmath>

#include <fmt/format.h>

namespace weft::traffic {
namespace {

/// Returns the largest divisor of n that is at most the square root of n.
std::uint64_t squarest_divisor(std::uint64_t n) {
  auto rows = static_cast<std::uint64_t>(std::sqrt(static_cast<double>(n)));
  while (n % rows != 0) --rows;
  return rows;
}

}  // namespace

Transpose::Transpose(Params const& params, TrafficContext const& context)
    : FormulaTraffic(context.num_terminals, context.messages) {
  std::uint64_t const n = num_terminals();
  std::uint64_t const rows = params.rows == 0 ? squarest_divisor(n) : static_cast<std::uint64_t>(params.rows);
  if (n % rows != 0)
    throw InputError(fmt::format("rows={}", rows), fmt::format("must divide the {} terminals", n));
  if (params.rows == 0 && rows == 1 && n > 2)
    throw InputError(fmt::format("transpose does not support {} terminals", n),
                     "an odd prime number of terminals cannot be arranged as a matrix");
  rows_ = static_cast<std::uint32_t>(rows);
  columns_ = static_cast<std::uint32_t>(n / rows);
}

namespace {

std::vector<std::uint32_t> prime_factors(std::uint64_t n) {
  std::vector<std::uint32_t> factors;
  for (std::uint64_t p = 2; p * p <= n; ++p)
    for (; n % p == 0; n /= p) factors.push_back(static_cast<std::uint32_t>(p));
  if (n > 1) factors.push_back(static_cast<std::uint32_t>(n));
  return factors;
}

}  // namespace

BitReversal::BitReversal(Params const&, TrafficContext const& context)
    : FormulaTraffic(context.num_terminals, context.messages), radices_(prime_factors(num_terminals())) {
  if (radices_.size() == 1 && radices_[0] > 2)
    throw InputError(fmt::format("bit_reversal does not support {} terminals", num_terminals()),
                     "an odd prime number has a single digit in its mixed radix");
}

std::uint32_t BitReversal::destination(TerminalId e) const {
  std::uint32_t left = e.v, reversed = 0;
  for (std::uint32_t const radix : radices_) {
    reversed = reversed * radix + left % radix;
    left /= radix;
  }
  return reversed;
}
}  // namespace weft::traffic
