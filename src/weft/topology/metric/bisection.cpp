// SPDX-License-Identifier: Apache-2.0
#include "weft/topology/metric/bisection.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace weft {
namespace {

/// The words of one length with equal borders.
struct BorderClass {
  std::uint32_t longest = 0;   // longest border shorter than the word; 0 if it has no border
  std::size_t of_longest = 0;  // index of the class of the longest border among the classes of its length
  std::uint64_t words = 0;
};

class BorderClasses {
 public:
  BorderClasses(std::uint64_t letters, std::uint32_t length, Words words)
      : branches_(words == Words::any ? letters : letters - 1),
        words_(words),
        of_length_(length + std::size_t{1}) {
    of_length_[0] = {{0, 0, 1}};
    std::uint64_t all = 1;
    for (std::uint32_t n = 1; n <= length; ++n) {
      all *= n == 1 ? letters : branches_;
      add_length(n, all);
    }
  }
  std::vector<BorderClass> const& of_length(std::uint32_t n) const { return of_length_[n]; }
  /// Returns the number of extensions of a nonempty word by n letters.
  std::uint64_t extensions(std::uint32_t n) const {
    std::uint64_t count = 1;
    while (n-- > 0) count *= branches_;
    return count;
  }
  /// Calls visit(length, class) for the borders of class `index` of length n, from the class itself down to
  /// the empty border.
  template <class Visit>
  void for_each_border(std::uint32_t n, std::size_t index, Visit visit) const {
    for (;;) {
      visit(n, index);
      if (n == 0) return;
      auto const& border_class = of_length_[n][index];
      n = border_class.longest;
      index = border_class.of_longest;
    }
  }

 private:
  /// Adds the classes of length n: for each border in descending length, and each class of the border, counts
  /// the words with this border and subtracts the words with a longer border. `all`: number of words of
  /// length n.
  void add_length(std::uint32_t n, std::uint64_t all) {
    std::vector<std::vector<std::uint64_t>> longer(n);  // words counted so far, by border and its class
    for (std::uint32_t border = 0; border < n; ++border) longer[border].assign(of_length_[border].size(), 0);
    for (std::uint32_t border = n; border-- > 0;)
      for (std::size_t index = 0; index < of_length_[border].size(); ++index) {
        auto const words = (border == 0 ? all : with_border(n, border, index)) - longer[border][index];
        if (words == 0) continue;
        of_length_[n].push_back({border, index, words});
        for_each_border(border, index, [&](std::uint32_t b, std::size_t i) { longer[b][i] += words; });
      }
  }
  /// Returns the number of words of n letters with a border of class `index` of length `border`: two copies
  /// of the border with any letters between, or overlapping copies.
  std::uint64_t with_border(std::uint32_t n, std::uint32_t border, std::size_t index) const {
    auto const words = of_length_[border][index].words;
    if (2 * border <= n) return words * between(n - 2 * border, has_border(border, index, 1));
    return has_border(border, index, 2 * border - n) ? words : 0;
  }
  bool has_border(std::uint32_t n, std::size_t index, std::uint32_t border) const {
    bool found = false;
    for_each_border(n, index, [&](std::uint32_t b, std::size_t) { found |= b == border; });
    return found;
  }
  /// Returns the number of choices of n letters between two fixed letters, which are `equal` or not.
  std::uint64_t between(std::uint32_t n, bool equal) const {
    if (words_ == Words::any) return extensions(n);
    // Counts walks of n + 1 steps on the complete graph of branches + 1 vertices, back to the start or to a
    // given other vertex.
    std::uint64_t back = 1, away = 0;
    for (std::uint32_t step = 0; step <= n; ++step) {
      auto const next = branches_ * away;
      away = back + (branches_ - 1) * away;
      back = next;
    }
    return equal ? back : away;
  }

  std::uint64_t branches_;
  Words words_;
  std::vector<std::vector<BorderClass>> of_length_;
};

}  // namespace

DistanceCounts product(DistanceCounts const& counts, DistanceCounts const& factor) {
  auto const at = [&](std::size_t i) { return i < factor.size() ? factor[i] : 0; };
  DistanceCounts result(counts.size() + factor.size() - 1, 0);
  for (std::size_t shift = 0; shift < factor.size() + 2; ++shift) {
    auto const difference = at(shift) - 2 * (shift > 0 ? at(shift - 1) : 0) + (shift > 1 ? at(shift - 2) : 0);
    if (difference == 0) continue;
    for (std::size_t i = 0; i < counts.size() && i + shift < result.size(); ++i)
      result[i + shift] += counts[i] * difference;
  }
  for (int times = 0; times < 2; ++times)
    for (std::size_t i = 1; i < result.size(); ++i) result[i] += result[i - 1];
  return result;
}

std::vector<std::uint64_t> longest_overlaps(std::uint64_t letters, std::uint32_t length, Words words) {
  BorderClasses const classes(letters, length, words);
  std::vector<std::uint64_t> counts(length + std::size_t{1}, 0);
  std::vector<std::vector<std::uint64_t>> longer(length + std::size_t{1});  // pairs by overlap and its class
  for (std::uint32_t n = 0; n <= length; ++n) longer[n].assign(classes.of_length(n).size(), 0);
  for (std::uint32_t overlap = length + 1; overlap-- > 0;)
    for (std::size_t index = 0; index < longer[overlap].size(); ++index) {
      auto each = classes.extensions(length - overlap);
      if (overlap == 0) each = length == 0 ? 1 : letters * classes.extensions(length - 1);
      auto const pairs = classes.of_length(overlap)[index].words * each * each - longer[overlap][index];
      counts[overlap] += pairs;
      classes.for_each_border(overlap, index, [&](std::uint32_t b, std::size_t i) { longer[b][i] += pairs; });
    }
  return counts;
}

std::uint64_t spectral_cut(double algebraic_connectivity, std::uint64_t vertices) {
  auto const half = static_cast<double>(vertices / 2), rest = static_cast<double>(vertices - vertices / 2);
  double const links = algebraic_connectivity * half * rest / static_cast<double>(vertices);
  return static_cast<std::uint64_t>(std::ceil(links * (1 - 1e-12)));
}

std::uint64_t average_cut(std::uint64_t links, std::uint64_t vertices) {
  using Wide = unsigned __int128;
  auto const half =
      vertices /
      2;  // 2 half (n - half) / (n (n - 1)) = (half or half + 1, whichever is odd) / that doubled - 1
  auto const odd = vertices % 2 == 0 ? vertices - 1 : vertices;
  return static_cast<std::uint64_t>(Wide{links} * (vertices % 2 == 0 ? half : half + 1) / odd);
}

Bounds bisection_by_load(std::uint64_t vertices, std::uint64_t arcs, std::uint64_t doubled, double load) {
  auto const half = static_cast<double>(vertices / 2),
             pairs = 2 * half * (static_cast<double>(vertices) - half);
  auto const min = std::ceil(pairs / load * (1 - 1e-12)) - static_cast<double>(doubled);
  return {std::max(1.0, min), static_cast<double>(average_cut(arcs - doubled, vertices)),
          "load of all pairs, average of all halves"};
}

std::uint64_t hamming_cut(Sides sides, std::uint64_t size) {
  std::ranges::sort(sides);
  std::uint64_t rest = 1;
  for (auto const side : sides) rest *= static_cast<std::uint64_t>(side);
  std::uint64_t cut = 0;
  for (auto const slowest : sides) {
    auto const side = static_cast<std::uint64_t>(slowest);
    rest /= side;
    auto const full = size / rest;
    size %= rest;
    cut += size * (full + 1) * (side - full - 1) + (rest - size) * full * (side - full);
  }
  return cut;
}

}  // namespace weft
