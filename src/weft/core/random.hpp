// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include <Random123/philox.h>

/// Random numbers. A stream is identified by (seed, purpose, index, block) and keyed by Philox: `RandomWords`
/// returns word k as a pure function of k, `Rng` returns the words sequentially. A draw is thus identified by
/// its use, and no result depends on the order of the draws. Both also generate words derived from an
/// existing word, such as the random word of a packet.
namespace weft {

/// Purpose of a stream of random numbers. Streams of different purposes never share numbers.
enum class Purpose : std::uint32_t {
  traffic,
  relay,         ///< A(1): relays and priorities
  intermediate,  ///< digits of intermediate destinations
  exchange,      ///< edges of a level that carry one more message
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
  placement,  ///< placement of tasks on terminals
  sources,    ///< selection of the sources to record
  size,       ///< flits of a packet
  jobs,       ///< streams of jobs
  knowledge,  ///< errors in the information that nodes have
  instance,   ///< seeds of instances of an algorithm
};

/// Returns 128 random bits for (seed, purpose, index, block): Philox4x32-10 (Salmon et al., SC'11). Pure
/// function.
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

/// Applies variant 13 by Stafford of the 64-bit finalizer, the output function of SplitMix64 (Steele, Lea &
/// Flood, OOPSLA'14). Also used as a hash.
constexpr std::uint64_t mix64(std::uint64_t z) {
  z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
  z = (z ^ z >> 27) * 0x94d049bb133111ebu;
  return z ^ z >> 31;
}

/// Maps 32 random bits to [0, bound) by multiplication. The bias is at most bound / 2^32.
constexpr std::uint32_t scale32(std::uint32_t random, std::uint32_t bound) {
  return static_cast<std::uint32_t>(std::uint64_t{random} * bound >> 32);
}

/// Maps the upper half of a random word to [0, bound). The bias is at most bound / 2^32.
constexpr std::uint32_t below32(std::uint64_t word, std::uint32_t bound) {
  return scale32(static_cast<std::uint32_t>(word >> 32), bound);
}

/// Maps a random word to [0, 1).
constexpr double unit_interval(std::uint64_t word) { return static_cast<double>(word >> 11) * 0x1p-53; }

/// A stream of random words as a function: SplitMix64 with state and odd increment from one Philox block.
/// Word k is a pure function of k, so that loops over k can be vectorized. Two counters i, j < 2^32 form k =
/// i << 32 | j.
class RandomWords {
 public:
  RandomWords(std::uint64_t seed, Purpose purpose, std::uint64_t index = 0, std::uint32_t block = 0) {
    auto const key = philox(seed, purpose, index, block);
    base_ = key[0];
    step_ = key[1] | 1;
  }
  /// Returns a stream derived from a random word, independent of this word and of streams derived from other
  /// words.
  static constexpr RandomWords derived(std::uint64_t word) { return {word, golden_gamma}; }

  /// Returns word k: 64 random bits.
  constexpr std::uint64_t operator()(std::uint64_t k) const { return mix64(base_ + (k + 1) * step_); }
  /// Returns word k scaled to [0, bound), 1 <= bound <= 2^32. The bias is at most bound / 2^64.
  constexpr std::uint32_t below(std::uint64_t bound, std::uint64_t k) const {
    return scale64((*this)(k), static_cast<std::uint32_t>(bound - 1));
  }
  /// Returns word k scaled to [0, 1).
  constexpr double unit(std::uint64_t k) const { return unit_interval((*this)(k)); }
  /// Sets out[j] = below(bound, first + j).
  void below(std::uint64_t bound, std::uint64_t first, std::span<std::uint32_t> out) const {
    auto const last = static_cast<std::uint32_t>(bound - 1);
    std::uint64_t const base = base_ + (first + 1) * step_, step = step_;
    std::size_t const size = out.size();
    std::uint32_t* const to = out.data();
    for (std::size_t j = 0; j < size; ++j) to[j] = scale64(mix64(base + j * step), last);
  }

 private:
  friend class Rng;
  static constexpr std::uint64_t golden_gamma = 0x9e3779b97f4a7c15u;
  constexpr RandomWords(std::uint64_t base, std::uint64_t step) : base_(base), step_(step) {}
  /// Returns word * (last + 1) >> 64 from products of 32-bit numbers, which can be vectorized; last + 1 may
  /// be 2^32.
  static constexpr std::uint32_t scale64(std::uint64_t word, std::uint32_t last) {
    std::uint64_t const high = word >> 32, low = word & 0xffffffff;
    return static_cast<std::uint32_t>((high * last + high + ((low * last + low) >> 32)) >> 32);
  }

  std::uint64_t base_, step_;
};

/// The words of a stream in sequence: call k returns RandomWords(..)(k). Small and fast, for inner loops.
class Rng {
 public:
  using result_type = std::uint64_t;
  Rng(std::uint64_t seed, Purpose purpose, std::uint64_t index, std::uint32_t block = 0)
      : Rng(RandomWords(seed, purpose, index, block)) {}
  /// Returns a stream derived from a random word; see RandomWords::derived.
  static constexpr Rng derived(std::uint64_t word) { return Rng(RandomWords::derived(word)); }

  constexpr std::uint64_t operator()() { return mix64(state_ += step_); }
  static constexpr std::uint64_t min() { return 0; }
  static constexpr std::uint64_t max() { return ~std::uint64_t{0}; }
  /// Returns a uniform random number in [0, bound), bound >= 1. The bias is at most bound / 2^64.
  constexpr std::uint64_t below(std::uint64_t bound) {
    return static_cast<std::uint64_t>(static_cast<unsigned __int128>((*this)()) * bound >> 64);
  }
  /// Returns a uniform random number in [0, 1).
  constexpr double uniform() { return unit_interval((*this)()); }
  /// Fills `out` with the next words, like out.size() calls of operator().
  void fill(std::span<std::uint64_t> out) {
    std::uint64_t const base = state_, step = step_;
    std::size_t const size = out.size();
    for (std::size_t i = 0; i < size; ++i) out[i] = mix64(base + (i + 1) * step);
    state_ += size * step;
  }

 private:
  explicit constexpr Rng(RandomWords const& words) : state_(words.base_), step_(words.step_) {}
  std::uint64_t state_, step_;
};

}  // namespace weft
