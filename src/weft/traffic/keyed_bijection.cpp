#include "weft/traffic/keyed_bijection.hpp"

#include <algorithm>
#include <bit>

#include "weft/core/error.hpp"
#include "weft/core/random.hpp"

namespace weft {
namespace {

constexpr std::size_t tile_size = 256;
constexpr int rounds_per_pass = 3;

/// Rounds after which chi-square tests of 4 million differences, of blocks and of fixed points no longer tell
/// the family from uniform permutations; one or two less fail. Small domains mix more slowly.
constexpr std::uint8_t rounds_for(unsigned bits) { return bits < 10 ? 12 : 6; }

/// The inverse of an odd number modulo 2^32 by Newton's iteration; each step doubles the 3 right bits of the
/// start.
constexpr std::uint32_t inverse_modulo_2_32(std::uint32_t odd) {
  std::uint32_t inverse = odd;
  for (int step = 0; step < 4; ++step) inverse *= 2 - odd * inverse;
  return inverse;
}

}  // namespace

KeyedBijection::KeyedBijection(std::uint64_t size, std::uint64_t seed, std::uint64_t index,
                               std::uint32_t stream) {
  WEFT_EXPECT(size >= 1 && size <= std::uint64_t{1} << 32);
  auto const [state, increment] = philox(seed, Purpose::traffic, index, stream);
  state_ = state;
  increment_ = increment | 1;
  last_ = static_cast<std::uint32_t>(size - 1);
  auto const bits = static_cast<unsigned>(std::bit_width(last_));
  mask_ = static_cast<std::uint32_t>((std::uint64_t{1} << bits) - 1);
  shift_ = static_cast<std::uint8_t>((bits + 1) / 2);
  rounds_ = rounds_for(bits);
}

KeyedBijection::Key KeyedBijection::key(int round) const {
  std::uint64_t const word = mix64(state_ + static_cast<std::uint64_t>(round + 1) * increment_);
  return {static_cast<std::uint32_t>(word), static_cast<std::uint32_t>(word >> 32) | 1,
          static_cast<std::uint32_t>(word >> 16)};
}

KeyedBijection::Keys KeyedBijection::keys() const {
  Keys keys;
  for (int r = 0; r <= rounds_; ++r) keys[r] = key(r);
  return keys;
}

std::uint32_t KeyedBijection::forward(std::uint32_t x, Keys const& keys) const {
  for (int r = 0; r < rounds_; ++r) {
    x = ((x ^ keys[r].before) * keys[r].factor + keys[r].after) & mask_;
    x ^= x >> shift_;
  }
  return x ^ (keys[rounds_].before & mask_);
}

std::uint32_t KeyedBijection::backward(std::uint32_t y, Keys const& keys) const {
  std::uint32_t x = y ^ (keys[rounds_].before & mask_);
  for (int r = rounds_ - 1; r >= 0; --r) {
    x ^= x >> shift_;  // its own inverse, since twice the shift leaves nothing
    x = ((x - keys[r].after) * inverse_modulo_2_32(keys[r].factor) ^ keys[r].before) & mask_;
  }
  return x;
}

std::uint32_t KeyedBijection::operator()(std::uint32_t x) const {
  WEFT_EXPECT(x <= last_);
  Keys const all = keys();
  do x = forward(x, all);
  while (x > last_);
  return x;
}

std::uint32_t KeyedBijection::inverse(std::uint32_t y) const {
  WEFT_EXPECT(y <= last_);
  Keys const all = keys();
  do y = backward(y, all);
  while (y > last_);
  return y;
}

void KeyedBijection::forward_all(std::uint32_t* x, std::size_t count, Keys const& keys) const {
  std::uint32_t const mask = mask_, shift = shift_;
  auto const round = [mask, shift](std::uint32_t v, Key const& k) {
    v = ((v ^ k.before) * k.factor + k.after) & mask;
    return v ^ v >> shift;
  };
  for (int r = 0; r < rounds_; r += rounds_per_pass) {
    Key const a = keys[r], b = keys[r + 1], c = keys[r + 2];
    std::uint32_t const last = r + rounds_per_pass == rounds_ ? keys[rounds_].before & mask : 0;
    for (std::size_t i = 0; i < count; ++i) x[i] = round(round(round(x[i], a), b), c) ^ last;
  }
}

void KeyedBijection::map_tile(std::uint32_t first, std::span<std::uint32_t> out, Keys const& keys) const {
  std::size_t const count = out.size();
  for (std::size_t i = 0; i < count; ++i) out[i] = first + static_cast<std::uint32_t>(i);
  forward_all(out.data(), count, keys);
  if (last_ == mask_) return;

  // Those outside walk on together, packed, so that later steps vectorise like the first.
  std::array<std::uint32_t, tile_size> walker;
  std::array<std::uint16_t, tile_size> place;
  std::size_t walking = 0;
  for (std::size_t i = 0; i < count; ++i) {
    walker[walking] = out[i];
    place[walking] = static_cast<std::uint16_t>(i);
    walking += out[i] > last_;
  }
  while (walking > 0) {
    forward_all(walker.data(), walking, keys);
    std::size_t left = 0;
    for (std::size_t i = 0; i < walking; ++i) {
      std::uint32_t const x = walker[i];
      std::uint16_t const to = place[i];
      out[to] = x;
      walker[left] = x;
      place[left] = to;
      left += x > last_;
    }
    walking = left;
  }
}

void KeyedBijection::map(std::uint32_t first, std::span<std::uint32_t> out) const {
  WEFT_EXPECT(out.empty() || first + (out.size() - 1) <= last_);
  Keys const all = keys();
  for (std::size_t done = 0; done < out.size(); done += tile_size)
    map_tile(first + static_cast<std::uint32_t>(done),
             out.subspan(done, std::min(tile_size, out.size() - done)), all);
}

}  // namespace weft
