#include "weft/mapping/coset_offsets.hpp"

#include <algorithm>

#include "weft/core/random.hpp"

namespace weft::mapping {
namespace {

constexpr std::uint32_t offset_block = 1 << 17;  // of the traffic's random numbers
constexpr std::uint32_t nothing = ~std::uint32_t{0};

std::int64_t floor_div(std::int64_t value, std::int64_t by) { return value / by - (value % by < 0 ? 1 : 0); }

/// Depth-first search over the offsets of cosets 0, 1, ..; each is checked against the borders to earlier
/// ones.
class OffsetSearch {
 public:
  OffsetSearch(TileLattice const& lattice, std::uint64_t seed)
      : lattice_(lattice),
        random_(seed, Purpose::traffic, 0, offset_block),
        offset_(lattice.cosets(), nothing),
        used_(lattice.colors(), false),
        closing_(lattice.cosets()) {
    for (std::uint32_t c = 0; c < lattice.cosets(); ++c)
      for (auto const& [other, place] : lattice.borders(c))
        closing_[std::max(c, other)].push_back({c, other, place});
  }

  /// One attempt of at most `budget` steps.
  bool run(std::int64_t budget, std::int64_t& steps) {
    std::ranges::fill(offset_, nothing);
    used_.assign(used_.size(), false);
    budget_ = std::min(budget, steps);
    std::int64_t const before = budget_;
    bool const found = extend(0);
    steps -= before - std::max<std::int64_t>(budget_, 0);
    return found;
  }
  /// Whether the last attempt ended before its steps did: then none exist, since those of coset 0 do not
  /// matter.
  bool tried_all() const { return budget_ > 0; }
  std::vector<std::uint32_t> const& offsets() const { return offset_; }

 private:
  struct Border {
    std::uint32_t from, to, place;
  };

  bool extend(std::uint32_t coset) {
    if (coset == lattice_.cosets()) return true;
    auto const colors = lattice_.colors();
    auto const start = coset == 0 ? 0 : static_cast<std::uint32_t>(random_.below(colors));
    for (std::uint32_t i = 0; i < (coset == 0 ? 1 : colors); ++i) {
      if (budget_-- <= 0) return false;
      offset_[coset] = (start + i) % colors;
      auto const marked = mark(coset);
      if (marked == closing_[coset].size() && extend(coset + 1)) return true;
      unmark(coset, marked);
      if (budget_ <= 0) return false;
    }
    return false;
  }
  std::uint32_t difference(Border const& border) const {
    return lattice_.subtract(lattice_.add(offset_[border.to], border.place), offset_[border.from]);
  }
  /// Takes the differences of the borders that the coset closes, up to the first that is already taken.
  std::size_t mark(std::uint32_t coset) {
    std::size_t marked = 0;
    for (auto const& border : closing_[coset]) {
      auto const there = difference(border), back = lattice_.subtract(0, there);
      if (there == back || used_[there] || used_[back]) break;
      used_[there] = used_[back] = true;
      ++marked;
    }
    return marked;
  }
  void unmark(std::uint32_t coset, std::size_t marked) {
    for (std::size_t i = 0; i < marked; ++i) {
      auto const there = difference(closing_[coset][i]);
      used_[there] = used_[lattice_.subtract(0, there)] = false;
    }
  }

  TileLattice lattice_;
  Rng random_;
  std::vector<std::uint32_t> offset_;
  std::vector<bool> used_;
  std::vector<std::vector<Border>> closing_;
  std::int64_t budget_ = 0;
};

}  // namespace

TileLattice::Position TileLattice::position(std::int64_t row, std::int64_t column) const {
  auto const m = floor_div(row, rows), left = column - m * skew, n = floor_div(left, columns);
  auto const i = row - m * rows, j = left - n * columns;
  auto const coset = brick ? i * (columns / 2) + j / 2 : i * columns + j;
  return {static_cast<std::uint32_t>(coset), element(m, n)};
}

std::uint32_t TileLattice::element(std::int64_t m, std::int64_t n) const {
  // Once around the grid, (down * rows, 0) is (down, -down * skew / columns).
  auto const rounds = floor_div(m, down);
  n += rounds * (std::int64_t{down} * skew / columns);
  return static_cast<std::uint32_t>((m - rounds * down) * across + n - floor_div(n, across) * across);
}

std::uint32_t TileLattice::add(std::uint32_t a, std::uint32_t b) const {
  return element(std::int64_t{a / across} + b / across, std::int64_t{a % across} + b % across);
}

std::uint32_t TileLattice::subtract(std::uint32_t a, std::uint32_t b) const {
  return element(std::int64_t{a / across} - b / across, std::int64_t{a % across} - b % across);
}

std::vector<TileLattice::Position> TileLattice::borders(std::uint32_t coset) const {
  if (!brick) {
    std::int64_t const i = coset / columns, j = coset % columns;
    return {position(i, j + 1), position(i + 1, j)};
  }
  std::int64_t const i = coset / (columns / 2), j = coset % (columns / 2) * 2 + i % 2;
  return {position(i, j + 2), position(i + 1, j - 1), position(i + 1, j + 1)};
}

std::vector<TileLattice> tile_lattices(std::uint32_t down, std::uint32_t across, bool brick,
                                       std::uint32_t cosets) {
  std::vector<TileLattice> all;
  auto const wide = brick ? 2 * across : across, area = brick ? 2 * cosets : cosets;
  for (std::uint32_t rows = 1; rows <= area; ++rows) {
    auto const columns = area / rows;
    if (area % rows != 0 || down % rows != 0 || wide % columns != 0 || (brick && columns % 2 != 0)) continue;
    for (std::uint32_t skew = 0; skew < columns; ++skew) {
      if (down / rows * std::uint64_t{skew} % columns != 0 || (brick && (skew + rows) % 2 != 0)) continue;
      all.push_back({rows, columns, down / rows, wide / columns, brick, skew});
    }
  }
  std::ranges::stable_sort(all, {}, [](TileLattice const& it) {
    return std::pair{it.skew != 0, std::max(it.down, it.across) / std::min(it.down, it.across)};
  });
  return all;
}

std::optional<std::vector<std::uint32_t>> find_offsets(TileLattice const& lattice, std::uint64_t seed,
                                                       std::int64_t& steps) {
  auto const borders = lattice.borders(0).size() * lattice.cosets();
  if (2 * borders >= lattice.colors()) return {};
  OffsetSearch search(lattice, seed);
  for (std::int64_t budget = 50 * std::int64_t{lattice.colors()}; steps > 0; budget += budget / 8)
    if (search.run(budget, steps))
      return search.offsets();
    else if (search.tried_all())
      break;
  return {};
}
}  // namespace weft::mapping
