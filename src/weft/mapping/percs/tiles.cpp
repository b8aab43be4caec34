// SPDX-License-Identifier: Apache-2.0
#include "weft/mapping/percs/tiles.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <span>

#include "weft/core/random.hpp"

namespace weft::mapping {

TileGrid::Cell TileGrid::in_row_of_tiles(std::uint32_t x, std::uint32_t row, std::uint32_t c) const {
  auto const by = shift && x % 2 != 0 ? width / 2 : 0;
  auto const column = (c + columns - by) % columns;
  return {x, column / width, row, column % width};
}

TileGrid::Cell TileGrid::cell(std::uint32_t r, std::uint32_t c) const {
  auto const x = r / height, row = r % height;
  auto const here = in_row_of_tiles(x, row, c);
  if (owns(row, here.column)) return here;
  return in_row_of_tiles((x + tiles_down() - 1) % tiles_down(), height + row, c);
}

std::vector<std::pair<std::uint32_t, std::uint32_t>> TileGrid::borders() const {
  std::vector<std::pair<std::uint32_t, std::uint32_t>> all;
  auto const down = tiles_down(), across = tiles_across();
  for (std::uint32_t x = 0; x < down; ++x)
    for (std::uint32_t y = 0; y < across; ++y) {
      auto const here = tile(x, y), below = (x + 1) % down;
      all.emplace_back(here, tile(x, (y + 1) % across));
      all.emplace_back(here, tile(below, y));
      if (shift) all.emplace_back(here, tile(below, (x % 2 == 0 ? y + across - 1 : y + 1) % across));
    }
  return all;
}

std::uint32_t TileGrid::longest_border() const {
  return std::max(height - overlap, shift ? width / 2 + overlap : width);
}

/// Returns whether the task at a position belongs to the tile.
bool TileGrid::owns(std::uint32_t row, std::uint32_t column) const {
  if (row < overlap) return column >= neck_from() && column < neck_from() + neck();
  if (row < height) return true;
  // column in the tiles below, which are shifted by half a width
  auto const there = (column + width - width / 2) % width;
  return row < height + overlap && (there < neck_from() || there >= neck_from() + neck());
}

std::vector<std::uint32_t> TileGrid::order() const {
  struct Task {
    std::array<std::uint32_t, 4> key;
    std::uint32_t at;
  };
  bool const quads =
      height % 2 == 0 && width % 2 == 0 && overlap % 2 == 0 && (overlap == 0 || width % 8 == 0);
  std::vector<Task> tasks;
  for (std::uint32_t row = 0; row < height + overlap; ++row)
    for (std::uint32_t column = 0; column < width; ++column) {
      if (!owns(row, column)) continue;
      auto const at = row * width + column;
      if (quads)
        tasks.push_back({{row / 2, column / 2, row % 2, column % 2}, at});
      else if (overlap > 0)
        tasks.push_back({{column / 2, row, column % 2, 0}, at});
      else
        tasks.push_back({{row, column, 0, 0}, at});
    }
  std::ranges::sort(tasks, {}, &Task::key);
  std::vector<std::uint32_t> rank(std::size_t{height + overlap} * width, 0);
  for (std::uint32_t i = 0; i < tasks.size(); ++i) rank[tasks[i].at] = i;
  return rank;
}

namespace {

constexpr std::uint32_t color_block = 1 << 17;  // block of the random numbers for placements

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
    constexpr double temperature = 0.25;  // an exchange that adds a fault is accepted in 2 of 100 cases
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
  /// Adds (1) or removes (-1) a border between two colors; returns the increase of the number of faults.
  /// Faults are the borders within a color, and all but one of the borders between two colors.
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

namespace {

constexpr std::uint32_t offset_block = 1 << 17;  // block of the random numbers of traffic
constexpr std::uint32_t nothing = ~std::uint32_t{0};

std::int64_t floor_div(std::int64_t value, std::int64_t by) { return value / by - (value % by < 0 ? 1 : 0); }

/// Depth-first search over the offsets of cosets 0, 1, ..; each offset is checked against the borders to
/// previous cosets.
class OffsetSearch {
 public:
  OffsetSearch(TileLattice const& lattice, std::uint64_t seed)
      : lattice_(lattice),
        random_(seed, Purpose::traffic, 0, offset_block),
        offset_(lattice.cosets(), nothing),
        used_(lattice.colors(), false),
        closing_(lattice.cosets()) {
    for (std::uint32_t c = 0; c < lattice.cosets(); ++c)
      for (auto const& [other, element] : lattice.borders(c))
        closing_[std::max(c, other)].push_back({c, other, element});
  }

  /// Runs an attempt of at most `budget` steps; decrements `steps`. Returns whether it found offsets.
  bool run(std::int64_t budget, std::int64_t& steps) {
    std::ranges::fill(offset_, nothing);
    used_.assign(used_.size(), false);
    budget_ = std::min(budget, steps);
    std::int64_t const before = budget_;
    bool const found = extend(0);
    steps -= before - std::max<std::int64_t>(budget_, 0);
    return found;
  }
  /// Returns whether the last attempt was exhaustive. If it failed, no offsets exist, because the offset of
  /// coset 0 is arbitrary.
  bool is_exhaustive() const { return budget_ > 0; }
  std::vector<std::uint32_t> const& offsets() const { return offset_; }

 private:
  struct Border {
    std::uint32_t from, to, element;
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
    return lattice_.subtract(lattice_.add(offset_[border.to], border.element), offset_[border.from]);
  }
  /// Marks the color differences of the borders that the coset completes, up to the first difference that is
  /// already in use. Returns the number of marked borders.
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
  // Once around the grid, (down * rows, 0) equals (down, -down * skew / columns).
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
  std::ranges::stable_sort(all, {}, [](TileLattice const& lattice) {
    return std::pair{lattice.skew != 0,
                     std::max(lattice.down, lattice.across) / std::min(lattice.down, lattice.across)};
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
    else if (search.is_exhaustive())
      break;
  return {};
}
}  // namespace weft::mapping
