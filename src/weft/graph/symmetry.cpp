// SPDX-License-Identifier: Apache-2.0
#include "weft/graph/symmetry.hpp"

#include <algorithm>
#include <numeric>
#include <optional>
#include <vector>

#include "weft/core/interrupt.hpp"
#include "weft/core/random.hpp"

namespace weft {
namespace {

/// The color of each vertex. Colors are hashes of invariants under isomorphism, so that two colorings can be
/// compared; a collision merges classes, which costs time but not correctness.
using Coloring = std::vector<std::uint64_t>;

std::uint64_t mixed(std::uint64_t value, std::uint64_t salt) { return mix64(mix64(salt) ^ value); }

std::uint64_t num_classes(std::vector<std::uint64_t> const& sorted) {
  std::uint64_t classes = sorted.empty() ? 0 : 1;
  for (std::size_t i = 1; i < sorted.size(); ++i) classes += sorted[i] != sorted[i - 1];
  return classes;
}

std::vector<std::uint64_t> sorted(Coloring colors) {
  std::ranges::sort(colors);
  return colors;
}

/// Returns the vertices sorted by color, in ascending order within a color.
std::vector<Vertex> by_color(Coloring const& colors) {
  std::vector<Vertex> order(colors.size());
  std::iota(order.begin(), order.end(), Vertex{0});
  std::ranges::stable_sort(order, {}, [&](Vertex v) { return colors[v]; });
  return order;
}

class UnionFind {
 public:
  explicit UnionFind(std::size_t n) : parent_(n), classes_(n) {
    std::iota(parent_.begin(), parent_.end(), Vertex{0});
  }
  Vertex find(Vertex v) {
    while (parent_[v] != v) v = parent_[v] = parent_[parent_[v]];
    return v;
  }
  void merge(Vertex a, Vertex b) {
    a = find(a);
    b = find(b);
    if (a == b) return;
    parent_[std::max(a, b)] = std::min(a, b);
    --classes_;
  }
  std::uint64_t classes() const { return classes_; }

 private:
  std::vector<Vertex> parent_;
  std::uint64_t classes_;
};

enum class Answer { same, different, undecided };

class Search {
 public:
  Search(Graph const& graph, std::uint64_t steps, Progress& progress)
      : out_(simple(graph)),
        in_(transposed(out_)),
        n_(graph.num_vertices()),
        steps_(steps),
        progress_(progress) {}

  OrbitCount count() {
    UnionFind orbits(n_);
    orbits_ = &orbits;
    Coloring colors(n_, 0);
    refine(colors);
    merge_twins();
    auto const order = by_color(colors);
    OrbitCount count;
    progress_.start("orbits", n_, "vertices");
    for (std::size_t first = 0; first < n_;) {
      auto last = first;
      while (last < n_ && colors[order[last]] == colors[order[first]]) ++last;
      count.lower += orbits_of_class(std::span(order).subspan(first, last - first), colors);
      first = last;
    }
    progress_.finish();
    count.upper = orbits.classes();
    return count;
  }

 private:
  /// Returns a lower bound on the number of orbits among the vertices of one color.
  std::uint64_t orbits_of_class(std::span<Vertex const> members, Coloring const& colors) {
    std::vector<Vertex> distinct;
    for (auto const v : members) {
      progress_.advance();
      bool const known = std::ranges::any_of(
          distinct, [&](Vertex other) { return orbits_->find(other) == orbits_->find(v); });
      if (known) continue;
      bool apart = true;
      for (auto const other : distinct) {
        auto const answer = compare(colors, other, v);
        apart = apart && answer == Answer::different;
        if (answer == Answer::same) break;
      }
      if (apart) distinct.push_back(v);
    }
    return distinct.size();
  }

  /// Merges the orbits of twins: exchanging two vertices with the same neighbors, except for each other, is
  /// an automorphism.
  void merge_twins() {
    for (bool const closed : {false, true}) {
      Coloring names(n_);
      for (Vertex v = 0; v < n_; ++v) {
        names[v] = closed ? mixed(v, 1) + mixed(v, 2) : 0;
        for (auto const w : out_.heads(v)) names[v] += mixed(w, 1);
        for (auto const w : in_.heads(v)) names[v] += mixed(w, 2);
      }
      auto const order = by_color(names);
      for (std::size_t i = 1; i < n_; ++i)
        if (names[order[i]] == names[order[i - 1]] && are_twins(order[i], order[i - 1]))
          orbits_->merge(order[i], order[i - 1]);
    }
  }
  bool are_twins(Vertex a, Vertex b) const {
    auto const same_but = [&](Graph const& graph) {
      std::vector<Vertex> of_a, of_b;
      for (auto const w : graph.heads(a)) of_a.push_back(w == b ? a : w);
      for (auto const w : graph.heads(b)) of_b.push_back(w);
      std::ranges::sort(of_a);
      std::ranges::sort(of_b);
      return of_a == of_b;
    };
    return same_but(out_) && same_but(in_);
  }

  /// Recolors every vertex by its color and the colors of its neighbors.
  void refine_once(Coloring const& colors, Coloring& next) const {
    for (Vertex v = 0; v < n_; ++v) {
      std::uint64_t around = mixed(colors[v], 3);
      for (auto const w : out_.heads(v)) around += mixed(colors[w], 4);
      for (auto const w : in_.heads(v)) around += mixed(colors[w], 5);
      next[v] = mixed(around, 6);
    }
  }
  /// Refines until the number of classes is stable.
  void refine(Coloring& colors) {
    auto classes = num_classes(sorted(colors));
    Coloring next(n_);
    while (classes < n_ && steps_ > 0) {
      throw_if_interrupted();
      use(2 * out_.num_arcs() + sorting * n_);
      refine_once(colors, next);
      auto const now = num_classes(sorted(next));
      if (now <= classes) return;
      colors.swap(next);
      classes = now;
    }
  }
  /// Applies the same refinement rounds to both colorings. Returns false if a round distinguishes them.
  bool refine_both(Coloring& a, Coloring& b) {
    auto before = sorted(a);
    if (before != sorted(b)) return false;
    auto classes = num_classes(before);
    Coloring next_a(n_), next_b(n_);
    while (classes < n_ && steps_ > 0) {
      throw_if_interrupted();
      use(4 * out_.num_arcs() + 2 * sorting * n_);
      refine_once(a, next_a);
      refine_once(b, next_b);
      auto const now = sorted(next_a);
      if (now != sorted(next_b)) return false;
      if (num_classes(now) <= classes) return true;
      classes = num_classes(now);
      a.swap(next_a);
      b.swap(next_b);
    }
    return true;
  }

  /// Returns whether an automorphism maps u to v. Merges the orbits along each automorphism that is found.
  Answer compare(Coloring const& colors, Vertex u, Vertex v) {
    if (steps_ == 0) return Answer::undecided;
    auto a = colors, b = colors;
    a[u] = b[v] = mixed(colors[u], 7);
    return search(std::move(a), std::move(b));
  }
  Answer search(Coloring a, Coloring b) {
    if (!refine_both(a, b)) return Answer::different;
    if (steps_ == 0) return Answer::undecided;
    auto const order_a = by_color(a), order_b = by_color(b);
    if (merge_by(a, b, order_a, order_b)) return Answer::same;
    // The smallest class of two or more vertices.
    std::size_t best = 0, size = n_ + 1;
    for (std::size_t first = 0, last = 0; first < n_; first = last) {
      for (last = first; last < n_ && a[order_a[last]] == a[order_a[first]];) ++last;
      if (last - first > 1 && last - first < size) {
        best = first;
        size = last - first;
      }
    }
    if (size > n_) return Answer::different;
    auto const name = mixed(a[order_a[best]], 7);
    a[order_a[best]] = name;
    bool decided = true;
    for (std::size_t i = best; i < best + size; ++i) {
      auto other = b;
      other[order_b[i]] = name;
      auto const answer = search(a, std::move(other));
      if (answer == Answer::same) return answer;
      decided = decided && answer == Answer::different;
      if (steps_ == 0) break;
    }
    return decided ? Answer::different : Answer::undecided;
  }

  /// Tries the mapping that fixes every vertex whose class is equal in both colorings and maps the other
  /// vertices of a class in their order. If every class has one vertex, this is the only mapping.
  bool merge_by(Coloring const& a, Coloring const& b, std::vector<Vertex> const& order_a,
                std::vector<Vertex> const& order_b) {
    use(out_.num_arcs() + n_);
    std::vector<Vertex> image(n_);
    for (std::size_t first = 0, last = 0; first < n_; first = last) {
      bool kept = true;
      for (last = first; last < n_ && a[order_a[last]] == a[order_a[first]]; ++last)
        kept = kept && b[order_a[last]] == a[order_a[first]];
      for (auto i = first; i < last; ++i) image[order_a[i]] = kept ? order_a[i] : order_b[i];
    }
    if (!is_automorphism(image)) return false;
    for (Vertex v = 0; v < n_; ++v) orbits_->merge(v, image[v]);
    return true;
  }
  bool is_automorphism(std::vector<Vertex> const& image) {
    std::vector<Vertex> mapped;
    for (Vertex v = 0; v < n_; ++v) {
      auto const there = out_.heads(image[v]);
      if (there.size() != out_.degree(v)) return false;
      mapped.clear();
      for (auto const w : out_.heads(v)) mapped.push_back(image[w]);
      std::ranges::sort(mapped);
      if (!std::ranges::equal(mapped, there)) return false;
    }
    return true;
  }

  static constexpr std::uint64_t sorting = 20;  ///< cost of sorting a vertex, in arcs
  void use(std::uint64_t arcs) { steps_ -= std::min(steps_, arcs); }

  Graph const out_, in_;
  std::uint64_t n_, steps_;
  Progress& progress_;
  UnionFind* orbits_ = nullptr;
};

}  // namespace

OrbitCount count_orbits(Graph const& graph, std::uint64_t steps, Progress& progress) {
  return Search(graph, steps, progress).count();
}

}  // namespace weft
