#pragma once

#include <array>
#include <cstdint>
#include <span>

namespace weft {

/// A pseudorandom bijection of [0, size) named by (seed, index): a uniform permutation without a table, for
/// any size up to 2^32. On a power of two, 2^b, it alternates xor and sum with a key, product with an odd key
/// and xor of the upper half onto the lower one (each a bijection modulo 2^b); other sizes walk the cycle of
/// the next power of two until they are back in range (Black & Rogaway, CT-RSA'02). A value of 32 bytes.
class KeyedBijection {
 public:
  /// `stream` separates uses with the same seed and index.
  KeyedBijection(std::uint64_t size, std::uint64_t seed, std::uint64_t index, std::uint32_t stream = 0);

  std::uint64_t size() const { return std::uint64_t{last_} + 1; }
  /// The image of x < size().
  std::uint32_t operator()(std::uint32_t x) const;
  /// The x whose image is y < size().
  std::uint32_t inverse(std::uint32_t y) const;
  /// out[i] = the image of first + i: the same values as one call each, about ten times faster.
  void map(std::uint32_t first, std::span<std::uint32_t> out) const;

 private:
  struct Key {
    std::uint32_t before, factor, after;
  };
  static constexpr int max_rounds = 12;
  using Keys = std::array<Key, max_rounds + 1>;

  Key key(int round) const;
  Keys keys() const;
  std::uint32_t forward(std::uint32_t x, Keys const& keys) const;
  std::uint32_t backward(std::uint32_t y, Keys const& keys) const;
  void forward_all(std::uint32_t* x, std::size_t count, Keys const& keys) const;
  void map_tile(std::uint32_t first, std::span<std::uint32_t> out, Keys const& keys) const;

  std::uint64_t state_, increment_;
  std::uint32_t last_, mask_;
  std::uint8_t shift_, rounds_;
};

}  // namespace weft
