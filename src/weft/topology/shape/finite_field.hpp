// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace weft {

/// A power of a prime.
struct PrimePower {
  std::uint32_t prime = 2, exponent = 1;
};

/// Returns q as a power of a prime, or nullopt if it is none.
std::optional<PrimePower> prime_power(std::uint64_t q);

/// Returns the largest prime power below q and the smallest above q, as in "5 and 7"; only the latter if q <=
/// 2.
std::string prime_powers_near(std::uint64_t q);

/// The field of q elements, q a prime power up to 2^16: element e is the polynomial with the digits of e in
/// base p as coefficients, modulo the first primitive polynomial of its degree (the first primitive root, if
/// q is a prime). Thus 0 and 1 are the neutral elements, and the polynomial x generates all others.
/// Operations look up logarithms; copies share the tables. Source: R. Lidl and H. Niederreiter, Introduction
/// to Finite Fields and their Applications.
class FiniteField {
 public:
  using Element = std::uint32_t;
  /// Constructs the field of q elements. q must be a prime power up to 2^16.
  explicit FiniteField(std::uint32_t q);

  std::uint32_t size() const { return q_; }
  Element add(Element a, Element b) const {
    if (p_ == q_) return a + b < q_ ? a + b : a + b - q_;
    if (p_ == 2) return a ^ b;
    if (a == 0 || b == 0) return a | b;
    auto const from = log(a), to = log(b);
    auto const sum = tables_->one_plus[to >= from ? to - from : to + q_ - 1 - from];
    return sum == 0 ? 0 : tables_->power[from + log(sum)];
  }
  Element negate(Element a) const {
    if (p_ == 2 || a == 0) return a;
    return p_ == q_ ? q_ - a : tables_->power[log(a) + (q_ - 1) / 2];
  }
  Element subtract(Element a, Element b) const { return add(a, negate(b)); }
  Element multiply(Element a, Element b) const {
    return a == 0 || b == 0 ? 0 : tables_->power[log(a) + log(b)];
  }
  /// Returns a / b; b must not be 0.
  Element divide(Element a, Element b) const {
    return a == 0 ? 0 : tables_->power[log(a) + (q_ - 1) - log(b)];
  }
  /// Returns the generator x to the power of `exponent` < 2 (q - 1).
  Element power(std::uint32_t exponent) const { return tables_->power[exponent]; }
  /// Returns the exponent, 0..q-2, for which power() returns the nonzero element a.
  std::uint32_t log(Element a) const { return tables_->log[a]; }

 private:
  struct Tables {
    std::vector<Element> power;  // two periods
    std::vector<std::uint32_t> log;
    std::vector<Element> one_plus;  // one_plus[i] = 1 + power(i); empty if addition needs no table
  };
  std::uint32_t q_, p_;
  std::shared_ptr<Tables const> tables_;
};

}  // namespace weft
