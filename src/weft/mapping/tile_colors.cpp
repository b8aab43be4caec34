#include "weft/mapping/tile_colors.hpp"

#include <cmath>
#include <span>

#include "weft/core/random.hpp"

namespace weft::mapping {
namespace {

constexpr std::uint32_t color_block = 1 << 17;  // of the random numbers for placements

class ColorSearch {
 public:
  ColorSearch(std::uint32_t tiles, std::uint32_t colors,
              std::vector<std::pair<std::uint32_t, std::uint32_t>> const& borders, std::uint64_t seed)
      : colors_(colors),
        random_(seed, Purpose::placement, 0, color_block),
        color_(tiles),
        first_(tiles + std::size_t{1}, 0),
        joined_(std::size_t{colors} * colors, 0) {
    for (auto const& [a, b] : borders) ++first_[a + std::size_t{1}], ++first_[b + std::size_t{1}];
    for (std::size_t t = 0; t < tiles; ++t) first_[t + 1] += first_[t];
    beyond_.resize(first_.back());
    auto next = first_;
    for (auto const& [a, b] : borders) {
      beyond_[next[a]++] = b;
      beyond_[next[b]++] = a;
    }
    for (std::uint32_t t = 0; t < tiles; ++t) color_[t] = t % colors;
    for (std::uint32_t t = tiles; t > 1; --t) std::swap(color_[t - 1], color_[random_.below(t)]);
    for (auto const& [a, b] : borders) faults_ += count(color_[a], color_[b], 1);
  }

  bool run(std::int64_t steps) {
    constexpr double temperature = 0.25;  // an exchange that adds a fault is taken in 2 of 100 cases
    auto const tiles = color_.size();
    for (; steps > 0 && faults_ > 0; --steps) {
      auto const s = static_cast<std::uint32_t>(random_.below(tiles)),
                 t = static_cast<std::uint32_t>(random_.below(tiles));
      if (color_[s] == color_[t]) continue;
      auto const more = exchange(s, t);
      if (more > 0 && random_.uniform() >= std::exp(-static_cast<double>(more) / temperature)) exchange(s, t);
    }
    return faults_ == 0;
  }
  std::vector<std::uint32_t> const& colors() const { return color_; }

 private:
  std::span<std::uint32_t const> beyond(std::uint32_t tile) const {
    return {beyond_.data() + first_[tile], beyond_.data() + first_[tile + std::size_t{1}]};
  }
  /// One border between two colors more (1) or fewer (-1): the increase of faults. A border inside a color is
  /// a fault, and so is every other one between the same two.
  std::int64_t count(std::uint32_t a, std::uint32_t b, int change) {
    auto& joined = joined_[std::size_t{std::min(a, b)} * colors_ + std::max(a, b)];
    std::int64_t const allowed = a == b ? 0 : 1, before = std::max<std::int64_t>(joined - allowed, 0);
    joined += change;
    return std::max<std::int64_t>(joined - allowed, 0) - before;
  }
  std::int64_t recount(std::uint32_t s, std::uint32_t t, int change) {
    std::int64_t more = 0;
    for (auto const other : beyond(s)) more += count(color_[s], color_[other], change);
    for (auto const other : beyond(t))
      if (other != s) more += count(color_[t], color_[other], change);
    return more;
  }
  std::int64_t exchange(std::uint32_t s, std::uint32_t t) {
    auto more = recount(s, t, -1);
    std::swap(color_[s], color_[t]);
    more += recount(s, t, 1);
    faults_ += more;
    return more;
  }

  std::uint32_t colors_;
  Rng random_;
  std::vector<std::uint32_t> color_;
  std::vector<std::size_t> first_;
  std::vector<std::uint32_t> beyond_;
  std::vector<std::int32_t> joined_;
  std::int64_t faults_ = 0;
};

}  // namespace

std::optional<std::vector<std::uint32_t>> find_colors(
    std::uint32_t tiles, std::uint32_t colors,
    std::vector<std::pair<std::uint32_t, std::uint32_t>> const& borders, std::uint64_t seed,
    std::int64_t steps) {
  if (2 * borders.size() > std::size_t{colors} * (colors - 1)) return {};
  ColorSearch search(tiles, colors, borders, seed);
  if (!search.run(steps)) return {};
  return search.colors();
}
}  // namespace weft::mapping
