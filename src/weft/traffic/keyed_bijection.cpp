// SPDX-License-Identifier: Apache-2.0
#include "weft/traffic/keyed_bijection.hpp"

#include <algorithm>
#include <bit>
#include <limits>

#include "weft/core/error.hpp"

namespace weft {
namespace {

constexpr std::size_t tile_size = 256;
constexpr int rounds_per_pass = 3;

/// Returns the number of rounds after which chi-square tests of 4 million differences, of blocks and of fixed
/// points do not distinguish the family from uniform permutations; with one or two fewer rounds they do.
/// Small domains need more rounds.
constexpr std::uint8_t rounds_for(unsigned bits) { return bits < 10 ? 12 : 6; }

/// Returns the inverse of an odd number modulo 2^64, by Newton's iteration: each step doubles the number of
/// correct bits, initially 3.
constexpr std::uint64_t inverse_of_odd(std::uint64_t odd) {
  std::uint64_t inverse = odd;
  for (int step = 0; step < 5; ++step) inverse *= 2 - odd * inverse;
  return inverse;
}

}  // namespace

template <std::unsigned_integral Word>
BasicKeyedBijection<Word>::BasicKeyedBijection(std::uint64_t size, std::uint64_t seed, std::uint64_t index,
                                               std::uint32_t stream)
    : keys_(seed, Purpose::traffic, index, stream) {
  WEFT_EXPECT(size >= 1 && size - 1 <= std::numeric_limits<Word>::max() >> (sizeof(Word) == 8));
  last_ = static_cast<Word>(size - 1);
  auto const bits = static_cast<unsigned>(std::bit_width(last_));
  mask_ = static_cast<Word>((std::uint64_t{1} << bits) - 1);
  shift_ = static_cast<std::uint8_t>((bits + 1) / 2);
  rounds_ = rounds_for(bits);
}

template <std::unsigned_integral Word>
BasicKeyedBijection<Word>::Key BasicKeyedBijection<Word>::key(int round) const {
  std::uint64_t const word = keys_(static_cast<std::uint64_t>(round));
  if constexpr (sizeof(Word) == 8) return {word, mix64(word) | 1, std::rotl(word, 32)};
  return {static_cast<Word>(word), static_cast<Word>(word >> 32) | 1, static_cast<Word>(word >> 16)};
}

template <std::unsigned_integral Word>
BasicKeyedBijection<Word>::Keys BasicKeyedBijection<Word>::keys() const {
  Keys keys;
  for (int r = 0; r <= rounds_; ++r) keys[r] = key(r);
  return keys;
}

template <std::unsigned_integral Word>
Word BasicKeyedBijection<Word>::forward(Word x, Keys const& keys) const {
  for (int r = 0; r < rounds_; ++r) {
    x = ((x ^ keys[r].before) * keys[r].factor + keys[r].after) & mask_;
    x ^= x >> shift_;
  }
  return x ^ (keys[rounds_].before & mask_);
}

template <std::unsigned_integral Word>
Word BasicKeyedBijection<Word>::backward(Word y, Keys const& keys) const {
  Word x = y ^ (keys[rounds_].before & mask_);
  for (int r = rounds_ - 1; r >= 0; --r) {
    x ^= x >> shift_;  // an involution, because twice the shift exceeds the width
    x = ((x - keys[r].after) * static_cast<Word>(inverse_of_odd(keys[r].factor)) ^ keys[r].before) & mask_;
  }
  return x;
}

template <std::unsigned_integral Word>
Word BasicKeyedBijection<Word>::operator()(Word x) const {
  WEFT_EXPECT(x <= last_);
  Keys const all = keys();
  do x = forward(x, all);
  while (x > last_);
  return x;
}

template <std::unsigned_integral Word>
Word BasicKeyedBijection<Word>::inverse(Word y) const {
  WEFT_EXPECT(y <= last_);
  Keys const all = keys();
  do y = backward(y, all);
  while (y > last_);
  return y;
}

template <std::unsigned_integral Word>
void BasicKeyedBijection<Word>::forward_all(Word* x, std::size_t count, Keys const& keys) const {
  Word const mask = mask_;
  int const shift = shift_;
  auto const round = [mask, shift](Word v, Key const& k) {
    v = ((v ^ k.before) * k.factor + k.after) & mask;
    return v ^ v >> shift;
  };
  for (int r = 0; r < rounds_; r += rounds_per_pass) {
    Key const a = keys[r], b = keys[r + 1], c = keys[r + 2];
    Word const last = r + rounds_per_pass == rounds_ ? keys[rounds_].before & mask : 0;
    for (std::size_t i = 0; i < count; ++i) x[i] = round(round(round(x[i], a), b), c) ^ last;
  }
}

template <std::unsigned_integral Word>
void BasicKeyedBijection<Word>::apply_tile(std::span<Word> x, Keys const& keys) const {
  forward_all(x.data(), x.size(), keys);
  if (last_ == mask_) return;

  // Values that are out of range are packed and iterated together, so that later iterations vectorize like
  // the first.
  Word walker[tile_size];
  std::uint16_t index[tile_size];
  std::size_t walking = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    walker[walking] = x[i];
    index[walking] = static_cast<std::uint16_t>(i);
    walking += x[i] > last_;
  }
  while (walking > 0) {
    forward_all(walker, walking, keys);
    std::size_t left = 0;
    for (std::size_t i = 0; i < walking; ++i) {
      Word const at = walker[i];
      std::uint16_t const to = index[i];
      x[to] = at;
      walker[left] = at;
      index[left] = to;
      left += at > last_;
    }
    walking = left;
  }
}

template <std::unsigned_integral Word>
void BasicKeyedBijection<Word>::apply(std::span<Word> x) const {
  Keys const all = keys();
  for (std::size_t done = 0; done < x.size(); done += tile_size)
    apply_tile(x.subspan(done, std::min(tile_size, x.size() - done)), all);
}

template <std::unsigned_integral Word>
void BasicKeyedBijection<Word>::map(Word first, std::span<Word> out) const {
  WEFT_EXPECT(out.empty() || first + (out.size() - 1) <= last_);
  Keys const all = keys();
  for (std::size_t done = 0; done < out.size(); done += tile_size) {
    auto const tile = out.subspan(done, std::min(tile_size, out.size() - done));
    for (std::size_t i = 0; i < tile.size(); ++i) tile[i] = first + static_cast<Word>(done + i);
    apply_tile(tile, all);
  }
}

template class BasicKeyedBijection<std::uint32_t>;
template class BasicKeyedBijection<std::uint64_t>;

}  // namespace weft
