// SPDX-License-Identifier: Apache-2.0
#include "weft/traffic/patterns/permutation.hpp"

#include <algorithm>

namespace weft::traffic {
namespace {

constexpr std::uint64_t max_ready = 4096;
constexpr std::size_t rows = 16;      // messages of a tile: one cache line of 4-byte destinations
constexpr std::size_t columns = 256;  // terminals of a tile

KeyedBijection make_bijection(std::uint64_t num_terminals, std::uint64_t seed, std::uint64_t k) {
  return {num_terminals, seed, k, static_cast<std::uint32_t>(TrafficStream::permutation)};
}

}  // namespace

Permutation::Permutation(Params const&, TrafficContext const& context)
    : EvenTraffic(context.num_terminals, context.messages), seed_(context.seed) {
  std::uint64_t const ready = std::min(context.messages, max_ready);
  ready_.reserve(ready);
  for (std::uint64_t k = 0; k < ready; ++k) ready_.push_back(make_bijection(num_terminals(), seed_, k));
}

KeyedBijection Permutation::bijection(std::uint64_t k) const {
  return k < ready_.size() ? ready_[k] : make_bijection(num_terminals(), seed_, k);
}

// Evaluates each bijection for many terminals in one call, in tiles of `rows` messages that are then
// transposed.
void Permutation::destinations(TerminalId first, std::uint64_t terminals,
                               std::span<std::uint32_t> out) const {
  std::uint64_t const each = uniform_messages();
  WEFT_EXPECT(out.size() == terminals * each);
  if (each == 1) return bijection(0).map(first.v, out);
  std::uint32_t tile[rows][columns];
  for (std::uint64_t e = 0; e < terminals; e += columns) {
    std::size_t const width = std::min<std::uint64_t>(columns, terminals - e);
    for (std::uint64_t k = 0; k < each; k += rows) {
      std::size_t const height = std::min<std::uint64_t>(rows, each - k);
      for (std::size_t r = 0; r < height; ++r)
        bijection(k + r).map(static_cast<std::uint32_t>(first.v + e), std::span(tile[r]).first(width));
      std::uint32_t* to = out.data() + e * each + k;
      for (std::size_t c = 0; c < width; ++c, to += each)
        for (std::size_t r = 0; r < height; ++r) to[r] = tile[r][c];
    }
  }
}
}  // namespace weft::traffic
