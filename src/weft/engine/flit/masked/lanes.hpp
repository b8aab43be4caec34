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

/// Size of the widest vectors of the target processor, in bytes.
#if defined(__AVX512BW__)
inline constexpr std::size_t vector_bytes = 64;
#elif defined(__AVX2__)
inline constexpr std::size_t vector_bytes = 32;
#else
inline constexpr std::size_t vector_bytes = 16;
#endif

/// Bit sets as words, one per router, in the lanes of a vector: each operation applies to the sets of all
/// routers in parallel. All functions work lane by lane.
template <class Word>
struct Lanes {
  typedef Word Vector __attribute__((vector_size(vector_bytes)));
  static constexpr std::uint32_t count = vector_bytes / sizeof(Word);
  static constexpr std::uint32_t bits = 8 * sizeof(Word);

  static constexpr Word bit(std::uint32_t place) { return static_cast<Word>(Word{1} << place); }
  /// Returns `set` in the lanes where `other` and `mask` intersect, else the empty set.
  [[gnu::always_inline]] static Vector if_meets(Vector const& other, Word mask, Vector const& set) {
    return (other & mask) != 0 ? set : Vector{};
  }
  /// Returns `set` in the lanes where `other` and `mask` intersect, else the empty set; `set` applies to all
  /// lanes.
  [[gnu::always_inline]] static Vector if_meets(Vector const& other, Word mask, Word set) {
    return (other & mask) != 0 ? Vector{} + set : Vector{};
  }
  [[gnu::always_inline]] static Vector lowest(Vector const& set) { return set & -set; }
  /// Returns the first bit of `set` that is also in `from`, else the lowest bit of `set`: the choice of a
  /// round-robin arbiter if `from` contains the positions from its preferred one on.
  [[gnu::always_inline]] static Vector pick(Vector const& set, Vector const& from) {
    Vector const later = set & from;
    return lowest(later != 0 ? later : set);
  }
  /// Returns the bits above the single bit of `bit`.
  [[gnu::always_inline]] static Vector above(Vector const& bit) { return ~(bit | (bit - 1)); }
  /// Returns a bit for each lane with a non-empty set.
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
  /// Returns whether any lane has a non-empty set.
  [[gnu::always_inline]] static bool any(Vector const& sets) { return nonempty(sets) != 0; }
};

/// A number below 2^count for each position of a set, stored as bit planes, in each lane.
template <class Word>
struct BitPlanes {
  using Vector = typename Lanes<Word>::Vector;
  Vector* planes;
  std::uint32_t count;

  /// Returns the positions with numbers above 0.
  [[gnu::always_inline]] Vector positive() const {
    Vector sum{};
    for (std::uint32_t k = 0; k < count; ++k) sum |= planes[k];
    return sum;
  }
  /// Adds 1 at the positions of `carry`.
  [[gnu::always_inline]] void add(Vector carry) const {
    for (std::uint32_t k = 0; k < count; ++k) {
      Vector const plane = planes[k];
      planes[k] = plane ^ carry;
      carry &= plane;
    }
  }
  /// Subtracts 1 at the positions of `borrow`, which have numbers above 0.
  [[gnu::always_inline]] void subtract(Vector borrow) const {
    for (std::uint32_t k = 0; k < count; ++k) {
      Vector const plane = planes[k];
      planes[k] = plane ^ borrow;
      borrow &= ~plane;
    }
  }
  /// Returns the positions with a number that is at most the number at position `place` of `other`. Both must
  /// have `count` planes.
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

/// A zero-initialized array of words for vectors.
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
    void operator()(Vector* vectors) const {
      ::operator delete[](vectors, std::align_val_t{alignof(Vector)});
    }
  };
  std::unique_ptr<Vector[], Free> vectors_;
};

}  // namespace weft::flit
