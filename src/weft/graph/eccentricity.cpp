// SPDX-License-Identifier: Apache-2.0
#include "weft/graph/eccentricity.hpp"

#include <algorithm>
#include <bit>
#include <span>
#include <utility>

#include "weft/core/interrupt.hpp"
#include "weft/core/parallel.hpp"
#include "weft/graph/search.hpp"

namespace weft {
namespace {

constexpr std::size_t bits_per_word = 64;

/// Searches from up to 64 consecutive vertices; bit i denotes source i.
class EccentricitySearch {
 public:
  explicit EccentricitySearch(Graph const& graph)
      : graph_(graph), seen_(graph.num_vertices(), 0), now_(seen_), next_(seen_) {}

  void run(Vertex first, std::span<std::uint32_t> eccentricity) {
    std::ranges::fill(seen_, 0);
    std::ranges::fill(eccentricity, 0);
    for (std::size_t i = 0; i < eccentricity.size(); ++i) {
      auto const source = first + static_cast<Vertex>(i);
      seen_[source] = now_[source] = std::uint64_t{1} << i;
      frontier_.push_back(source);
    }
    for (std::uint32_t hops = 1; !frontier_.empty(); ++hops)
      for (auto bits = advance(); bits != 0; bits &= bits - 1)
        eccentricity[static_cast<std::size_t>(std::countr_zero(bits))] = hops;
    auto everywhere = ~std::uint64_t{0};
    for (auto const bits : seen_) everywhere &= bits;
    for (std::size_t i = 0; i < eccentricity.size(); ++i)
      if ((everywhere >> i & 1) == 0) eccentricity[i] = unreachable;
  }

 private:
  /// Advances by one hop. Returns the sources that have reached a further vertex.
  std::uint64_t advance() {
    throw_if_interrupted();
    reached_.clear();
    for (auto const v : frontier_) {
      auto const bits = std::exchange(now_[v], 0);
      for (auto const head : graph_.heads(v)) {
        auto const fresh = bits & ~seen_[head];
        if (fresh == 0) continue;
        if (next_[head] == 0) reached_.push_back(head);
        next_[head] |= fresh;
      }
    }
    std::uint64_t sources = 0;
    for (auto const v : reached_) {
      seen_[v] |= next_[v];
      sources |= next_[v];
    }
    now_.swap(next_);
    frontier_.swap(reached_);
    return sources;
  }

  Graph const& graph_;
  std::vector<std::uint64_t> seen_, now_, next_;
  std::vector<Vertex> frontier_, reached_;
};

}  // namespace

std::vector<std::uint32_t> eccentricities(Graph const& graph) {
  std::vector<std::uint32_t> result(graph.num_vertices());
  parallel_chunks(result.size(), bits_per_word, [&](std::size_t begin, std::size_t end, unsigned) {
    EccentricitySearch(graph).run(static_cast<Vertex>(begin), std::span(result).subspan(begin, end - begin));
  });
  return result;
}

}  // namespace weft
