// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>

#if defined(__AVX512F__)
#include <immintrin.h>
#endif

namespace weft::flit {

/// Bytes of the widest vector of the processor.
#if defined(__AVX512BW__)
inline constexpr std::size_t vector_bytes = 64;
#elif defined(__AVX2__)
inline constexpr std::size_t vector_bytes = 32;
#else
inline constexpr std::size_t vector_bytes = 16;
#endif

/// Sets as words, one for each of several routers, side by side in a vector: operations on sets of all of
/// them at once, in lanes. All functions work lane by lane.
template <class Word>
struct Lanes {
  typedef Word Vector __attribute__((vector_size(vector_bytes)));
  static constexpr std::uint32_t count = vector_bytes / sizeof(Word);
  static constexpr std::uint32_t bits = 8 * sizeof(Word);

  static constexpr Word bit(std::uint32_t place) { return static_cast<Word>(Word{1} << place); }
  /// `set` where `other` and `mask` have something in common, else nothing.
  [[gnu::always_inline]] static Vector if_meets(Vector const& other, Word mask, Vector const& set) {
    return (other & mask) != 0 ? set : Vector{};
  }
  /// The same for a set that is equal in all lanes.
  [[gnu::always_inline]] static Vector if_meets(Vector const& other, Word mask, Word set) {
    return (other & mask) != 0 ? Vector{} + set : Vector{};
  }
  [[gnu::always_inline]] static Vector lowest(Vector const& set) { return set & -set; }
  /// The first bit of `set` among those of `from`, else its lowest one: what an arbiter that goes around
  /// picks if `from` has the places from the one that it prefers on.
  [[gnu::always_inline]] static Vector pick(Vector const& set, Vector const& from) {
    Vector const later = set & from;
    return lowest(later != 0 ? later : set);
  }
  /// The bits above the only one of `bit`.
  [[gnu::always_inline]] static Vector above(Vector const& bit) { return ~(bit | (bit - 1)); }
  /// A bit for each lane that has something.
  [[gnu::always_inline]] static std::uint32_t nonempty(Vector const& sets) {
#if defined(__AVX512F__)
    if constexpr (vector_bytes == 64 && bits == 32)
      return _mm512_test_epi32_mask((__m512i)sets, (__m512i)sets);
    else if constexpr (vector_bytes == 64)
      return _mm512_test_epi64_mask((__m512i)sets, (__m512i)sets);
#endif
    std::uint32_t lanes = 0;
    for (std::uint32_t lane = 0; lane < count; ++lane) lanes |= std::uint32_t{sets[lane] != 0} << lane;
    return lanes;
  }
  /// Whether any lane has something.
  [[gnu::always_inline]] static bool any(Vector const& sets) { return nonempty(sets) != 0; }
};

/// Numbers below a power of two for each place of a set, one plane of bits after the other, in lanes.
template <class Word>
struct BitPlanes {
  using Vector = typename Lanes<Word>::Vector;
  Vector* planes;
  std::uint32_t count;

  /// The places with numbers above 0.
  [[gnu::always_inline]] Vector positive() const {
    Vector sum{};
    for (std::uint32_t k = 0; k < count; ++k) sum |= planes[k];
    return sum;
  }
  /// Adds 1 at those places.
  [[gnu::always_inline]] void add(Vector carry) const {
    for (std::uint32_t k = 0; k < count; ++k) {
      Vector const plane = planes[k];
      planes[k] = plane ^ carry;
      carry &= plane;
    }
  }
  /// Subtracts 1 at those places, whose numbers are above 0.
  [[gnu::always_inline]] void subtract(Vector borrow) const {
    for (std::uint32_t k = 0; k < count; ++k) {
      Vector const plane = planes[k];
      planes[k] = plane ^ borrow;
      borrow &= ~plane;
    }
  }
  /// The places whose numbers are at most that of place `place` of `other`, which has as many planes.
  [[gnu::always_inline]] Vector at_most(BitPlanes const& other, std::uint32_t place) const {
    Vector borrow{};
    for (std::uint32_t k = 0; k < count; ++k) {
      Vector const theirs =
          Lanes<Word>::if_meets(other.planes[k], Lanes<Word>::bit(place), static_cast<Word>(~Word{0}));
      Vector const ours = planes[k];
      borrow = (~theirs & ours) | (~(theirs ^ ours) & borrow);
    }
    return ~borrow;
  }
};

/// An array of words for vectors, all 0.
template <class Word>
class VectorMemory {
 public:
  using Vector = typename Lanes<Word>::Vector;
  explicit VectorMemory(std::size_t vectors)
      : vectors_(static_cast<Vector*>(
            ::operator new[](vectors * sizeof(Vector), std::align_val_t{alignof(Vector)}))) {
    std::uninitialized_fill_n(vectors_.get(), vectors, Vector{});
  }
  Vector* vectors() const { return vectors_.get(); }
  Word& word(std::size_t i) const { return reinterpret_cast<Word*>(vectors_.get())[i]; }

 private:
  struct Free {
    void operator()(Vector* it) const { ::operator delete[](it, std::align_val_t{alignof(Vector)}); }
  };
  std::unique_ptr<Vector[], Free> vectors_;
};

}  // namespace weft::flit
