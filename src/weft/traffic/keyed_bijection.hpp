// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <concepts>
#include <cstdint>
#include <span>

#include "weft/core/random.hpp"

namespace weft {

/// A pseudorandom bijection of [0, size) identified by (seed, index): a uniform permutation without a table.
/// For a size of 2^b, it alternates xor with a key, addition of a key, multiplication by an odd key, and xor
/// of the upper half into the lower half (each a bijection modulo 2^b). For other sizes, it iterates the
/// bijection of the next power of two until the value is in range (Black & Rogaway, CT-RSA'02).
template <std::unsigned_integral Word>
class BasicKeyedBijection {
 public:
  /// `size`: 1 to the number of values of Word (at most 2^63). `stream` distinguishes uses with the same seed
  /// and index.
  BasicKeyedBijection(std::uint64_t size, std::uint64_t seed, std::uint64_t index, std::uint32_t stream = 0);

  std::uint64_t size() const { return std::uint64_t{last_} + 1; }
  /// Returns the image of x < size().
  Word operator()(Word x) const;
  /// Returns x < size() with image y < size().
  Word inverse(Word y) const;
  /// Sets out[i] to the image of first + i: equivalent to a call per element, but many times faster.
  void map(Word first, std::span<Word> out) const;
  /// Replaces each element of `x` by its image.
  void apply(std::span<Word> x) const;

 private:
  struct Key {
    Word before, factor, after;
  };
  static constexpr int max_rounds = 12;
  using Keys = std::array<Key, max_rounds + 1>;

  Key key(int round) const;
  Keys keys() const;
  Word forward(Word x, Keys const& keys) const;
  Word backward(Word y, Keys const& keys) const;
  void forward_all(Word* x, std::size_t count, Keys const& keys) const;
  void apply_tile(std::span<Word> x, Keys const& keys) const;

  RandomWords keys_;
  Word last_, mask_;
  std::uint8_t shift_, rounds_;
};

/// Variant for 32-bit values such as terminals: sizes up to 2^32, in an object of 32 bytes.
using KeyedBijection = BasicKeyedBijection<std::uint32_t>;
/// Variant for sizes up to 2^63.
using WideKeyedBijection = BasicKeyedBijection<std::uint64_t>;

extern template class BasicKeyedBijection<std::uint32_t>;
extern template class BasicKeyedBijection<std::uint64_t>;

}  // namespace weft
