#pragma once

#include <array>
#include <cstdint>
#include <span>

#include <Random123/philox.h>

namespace weft {

/// What a stream of random numbers is drawn for. Streams of different purposes never share numbers.
enum class Purpose : std::uint32_t {
  traffic,
  relay,         ///< A(1): relays and priorities
  intermediate,  ///< random digits of intermediate destinations
  exchange,      ///< which edges of a level carry one more message
  pool,
  valiant,
  route,
  loss,
  delay,
  failure,
  injection,
  arbitration,
  test,
  partition,  ///< starts and perturbations of bisections
  wiring,     ///< links of random topologies
  placement,  ///< tasks onto terminals
  sources,    ///< which sources are followed
};

/// 128 random bits named by (seed, purpose, index, block): Philox4x32-10 (Salmon et al., SC'11). Pure function.
inline std::array<std::uint64_t, 2> philox(std::uint64_t seed, Purpose purpose, std::uint64_t index,
                                           std::uint32_t block = 0) {
  r123::Philox4x32 generator;
  r123::Philox4x32::ctr_type const counter{{static_cast<std::uint32_t>(index),
                                            static_cast<std::uint32_t>(index >> 32),
                                            static_cast<std::uint32_t>(purpose), block}};
  r123::Philox4x32::key_type const key{
      {static_cast<std::uint32_t>(seed), static_cast<std::uint32_t>(seed >> 32)}};
  auto const out = generator(counter, key);
  return {std::uint64_t{out[1]} << 32 | out[0], std::uint64_t{out[3]} << 32 | out[2]};
}

/// Stafford's variant 13 of the 64-bit finaliser, the output function of SplitMix64 (Steele, Lea & Flood, OOPSLA'14).
constexpr std::uint64_t mix64(std::uint64_t z) {
  z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
  z = (z ^ z >> 27) * 0x94d049bb133111ebu;
  return z ^ z >> 31;
}

/// A number in [0, bound) from 32 random bits by multiplication; its bias is at most bound / 2^32.
constexpr std::uint32_t scale32(std::uint32_t random, std::uint32_t bound) {
  return static_cast<std::uint32_t>(std::uint64_t{random} * bound >> 32);
}

/// A small, fast generator for inner loops: SplitMix64 whose state and odd increment are one Philox block, so that each
/// (seed, purpose, index, block) names a stream of its own. Word k is a pure function of k: `fill` vectorises.
class Rng {
 public:
  using result_type = std::uint64_t;
  Rng(std::uint64_t seed, Purpose purpose, std::uint64_t index, std::uint32_t block = 0) {
    auto const key = philox(seed, purpose, index, block);
    state_ = key[0];
    increment_ = key[1] | 1;
  }
  std::uint64_t operator()() { return mix64(state_ += increment_); }
  static constexpr std::uint64_t min() { return 0; }
  static constexpr std::uint64_t max() { return ~std::uint64_t{0}; }
  /// Uniform in [0, bound), bound >= 1; bias at most bound / 2^64.
  std::uint64_t below(std::uint64_t bound) {
    return static_cast<std::uint64_t>(static_cast<unsigned __int128>((*this)()) * bound >> 64);
  }
  /// Uniform in [0, 1).
  double uniform() { return static_cast<double>((*this)() >> 11) * 0x1p-53; }
  /// The next out.size() words, as that many calls of operator() would give them.
  void fill(std::span<std::uint64_t> out) {
    std::uint64_t const base = state_, step = increment_;
    std::size_t const size = out.size();
    for (std::size_t i = 0; i < size; ++i) out[i] = mix64(base + (i + 1) * step);
    state_ += size * step;
  }

 private:
  std::uint64_t state_, increment_;
};

}  // namespace weft
