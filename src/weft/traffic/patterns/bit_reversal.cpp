#include "weft/traffic/patterns/bit_reversal.hpp"

#include <fmt/format.h>

namespace weft::traffic {
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
    throw InputError(fmt::format("bit_reversal on {} terminals", num_terminals()),
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
