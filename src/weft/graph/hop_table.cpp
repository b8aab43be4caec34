// SPDX-License-Identifier: Apache-2.0
#include "weft/graph/hop_table.hpp"

#include <algorithm>
#include <bit>
#include <limits>
#include <numeric>
#include <span>
#include <string>

#include "weft/core/error.hpp"
#include "weft/core/memory.hpp"
#include "weft/core/parallel.hpp"

namespace weft {
namespace {

constexpr std::size_t word_bits = 64;

/// Backward breadth-first searches from up to 64 targets simultaneously. A vertex that receives the bit of a
/// target at depth d is d hops from this target.
class BackwardSearch {
 public:
  explicit BackwardSearch(Graph const& tails)
      : tails_(tails), seen_(tails.num_vertices(), 0), now_(seen_), next_(seen_) {}

  /// Calls visit(vertex, index of the target, hops) for each pair with a path. Returns the maximum number of
  /// hops.
  template <class Visit>
  std::uint32_t run(std::span<Vertex const> targets, Visit visit) {
    std::ranges::fill(seen_, 0);
    for (std::size_t i = 0; i < targets.size(); ++i) {
      if (now_[targets[i]] == 0) frontier_.push_back(targets[i]);
      now_[targets[i]] |= std::uint64_t{1} << i;
    }
    std::uint32_t depth = 0;
    for (;; ++depth) {
      for (auto const v : frontier_) {
        seen_[v] |= now_[v];
        for (auto bits = now_[v]; bits != 0; bits &= bits - 1)
          visit(v, static_cast<std::size_t>(std::countr_zero(bits)), depth);
      }
      if (depth > 0 && !tails_.ends().empty()) drop_ends();
      advance();
      if (frontier_.empty()) return depth;
    }
  }

 private:
  /// Removes the ends from the frontier, because paths do not traverse ends.
  void drop_ends() {
    std::erase_if(frontier_, [&](Vertex v) {
      if (tails_.passes(v)) return false;
      now_[v] = 0;
      return true;
    });
  }

  void advance() {
    reached_.clear();
    for (auto const v : frontier_) {
      auto const bits = std::exchange(now_[v], 0);
      for (auto const tail : tails_.heads(v)) {
        auto const fresh = bits & ~seen_[tail];
        if (fresh == 0) continue;
        if (next_[tail] == 0) reached_.push_back(tail);
        next_[tail] |= fresh;
      }
    }
    now_.swap(next_);
    frontier_.swap(reached_);
  }

  Graph const& tails_;
  std::vector<std::uint64_t> seen_, now_, next_;
  std::vector<Vertex> frontier_, reached_;
};

std::vector<Vertex> all_vertices(Graph const& graph) {
  std::vector<Vertex> all(graph.num_vertices());
  std::iota(all.begin(), all.end(), Vertex{0});
  return all;
}

}  // namespace

HopTable::HopTable(Graph const& graph, std::vector<Vertex> targets)
    : vertices_(graph.num_vertices()), targets_(std::move(targets)) {
  auto const pairs = std::uint64_t{vertices_} * targets_.size();
  auto const what = "the distances of " + std::to_string(vertices_) + " routers to " +
                    std::to_string(targets_.size()) + " of them";
  require_memory(pairs, what);
  auto const tails = transposed(graph);
  if (fill(narrow_, tails)) return;
  narrow_ = {};
  require_memory(2 * pairs, what);
  if (!fill(wide_, tails))
    throw InputError{"a shortest path has " + std::to_string(max_hops_) + " hops",
                     "paths must have fewer than " + std::to_string(unreachable), "use a smaller network"};
}

HopTable::HopTable(Graph const& graph) : HopTable(graph, all_vertices(graph)) {}

/// Fills the table. Returns whether all distances fit in `Entry`.
template <class Entry>
bool HopTable::fill(std::vector<Entry>& table, Graph const& tails) {
  constexpr auto none = std::numeric_limits<Entry>::max();
  table.assign(vertices_ * targets_.size(), none);
  std::vector<std::uint32_t> deepest(num_threads(), 0);
  parallel_chunks(targets_.size(), word_bits, [&](std::size_t begin, std::size_t end, unsigned worker) {
    BackwardSearch search(tails);
    auto const depth = search.run(
        std::span(targets_).subspan(begin, end - begin), [&](Vertex v, std::size_t i, std::uint32_t hops) {
          table[(begin + i) * vertices_ + v] = static_cast<Entry>(std::min<std::uint32_t>(hops, none));
        });
    deepest[worker] = std::max(deepest[worker], depth);
  });
  max_hops_ = std::ranges::max(deepest);
  return max_hops_ < none;
}

}  // namespace weft
