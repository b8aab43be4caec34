// SPDX-License-Identifier: Apache-2.0
#include "weft/topology/shape/finite_field.hpp"

#include "weft/core/error.hpp"

namespace weft {
namespace {

/// Polynomials of degree below `exponent` over the integers modulo p, as numbers in base p.
struct Polynomials {
  std::uint32_t p, q;
  /// Returns a - scale * b, coefficient by coefficient.
  std::uint32_t subtract(std::uint32_t a, std::uint32_t b, std::uint32_t scale) const {
    std::uint32_t result = 0;
    for (std::uint32_t weight = 1; weight < q; weight *= p) {
      std::uint64_t const digit =
          a / weight % p + std::uint64_t{p} * p - std::uint64_t{b / weight % p} * scale;
      result += static_cast<std::uint32_t>(digit % p) * weight;
    }
    return result;
  }
  /// Returns x a modulo the polynomial x^exponent + rest.
  std::uint32_t times_x(std::uint32_t a, std::uint32_t rest) const {
    auto const top = q / p;
    return subtract(a % top * p, rest, a / top);
  }
  /// Returns the powers of x modulo x^exponent + rest, starting with 1, until they repeat.
  std::vector<std::uint32_t> powers(std::uint32_t rest) const {
    std::vector<std::uint32_t> powers{1};
    for (auto at = times_x(1, rest); at != 1 && at != 0 && powers.size() < q; at = times_x(at, rest))
      powers.push_back(at);
    return powers;
  }
};

}  // namespace

std::optional<PrimePower> prime_power(std::uint64_t q) {
  if (q < 2 || q >> 32 != 0) return {};
  std::uint64_t prime = 2;
  while (prime * prime <= q && q % prime != 0) ++prime;
  if (prime * prime > q) prime = q;
  PrimePower result{static_cast<std::uint32_t>(prime), 0};
  for (; q % prime == 0; q /= prime) ++result.exponent;
  if (q != 1) return {};
  return result;
}

std::string prime_powers_near(std::uint64_t q) {
  auto below = q - 1, above = q + 1;
  while (!prime_power(above)) ++above;
  if (q <= 2) return std::to_string(above);
  while (!prime_power(below)) --below;
  return std::to_string(below) + " and " + std::to_string(above);
}

FiniteField::FiniteField(std::uint32_t q) : q_(q), p_(prime_power(q).value().prime) {
  Polynomials const polynomials{p_, q};
  Tables tables;
  // The powers of x are all q - 1 nonzero elements if and only if the polynomial is primitive. For degree 1,
  // x is the number -rest.
  for (std::uint32_t i = 1; tables.power.size() != q - 1; ++i) {
    WEFT_EXPECT(i < q);
    tables.power = polynomials.powers(p_ == q ? q - i : i);
  }
  tables.log.assign(q, 0);
  for (std::uint32_t i = 0; i < q - 1; ++i) tables.log[tables.power[i]] = i;
  if (p_ != 2 && p_ != q)
    for (auto const element : tables.power)
      tables.one_plus.push_back(element % p_ == p_ - 1 ? element - (p_ - 1) : element + 1);
  auto const once = tables.power;
  tables.power.insert(tables.power.end(), once.begin(), once.end());
  tables_ = std::make_shared<Tables const>(std::move(tables));
}

}  // namespace weft
