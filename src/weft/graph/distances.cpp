// SPDX-License-Identifier: Apache-2.0
#include "weft/graph/distances.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <iterator>
#include <memory>
#include <numeric>

#include "weft/core/interrupt.hpp"
#include "weft/core/parallel.hpp"
#include "weft/core/parallel_backend.hpp"
#include "weft/core/ranks.hpp"
#include "weft/graph/order.hpp"

namespace weft {
namespace {

constexpr std::size_t words = 8, sources_per_batch = 64 * words;

/// One bit for each source of a batch, aligned to a cache line.
struct alignas(64) Row {
  std::array<std::uint64_t, words> word{};
};

void join(Row& into, Row const& from) {
  for (std::size_t i = 0; i < words; ++i) into.word[i] |= from.word[i];
}

/// Returns the number of bits that are set in `now` but not in `before`.
std::uint64_t count_new(Row const& now, Row const& before) {
  std::uint64_t sum = 0;
  for (std::size_t i = 0; i < words; ++i)
    sum += static_cast<std::uint64_t>(std::popcount(now.word[i] & ~before.word[i]));
  return sum;
}

/// Sources of equal weight, consecutive except for the last batches.
struct Batch {
  std::vector<Vertex> sources;
  std::uint32_t weight = 1;
};

/// Runs the breadth-first searches of one batch at a time. Ball d of a vertex, the sources within distance d,
/// is the union of ball d - 1 of the vertex and of the tails of the arcs that enter it. If few balls grew in
/// the last level, only these are joined.
class DistanceSearch {
 public:
  DistanceSearch(Graph const& graph, Graph const& tails, std::span<std::uint32_t const> weights)
      : graph_(graph), tails_(tails), weights_(weights) {
    for (auto& balls : balls_) resize_interruptibly(balls, graph.num_vertices());
    for (auto& grew : grew_) resize_interruptibly(grew, graph.num_vertices());
  }

  void run(Batch const& batch) {
    start(batch);
    first_level(batch);
    auto const n = graph_.num_vertices();
    while (num_grown_ > 0 && reached_ < n * batch.sources.size()) {
      level_ += 1;
      if (num_grown_ > n / 8)
        level<true>();
      else
        level<false>();
    }
    counts.unreachable_pairs += n * batch.sources.size() - reached_;
    for (std::size_t d = 0; d < found_.size(); ++d) {
      add(counts.pairs, d, found_[d]);
      if (!weights_.empty()) add(counts.weighted, d, found_weight_[d] * batch.weight);
    }
  }

  DistanceCounts counts;

 private:
  static constexpr std::size_t ahead = 24;  // arcs for which the rows of the tails are being prefetched

  static void add(std::vector<std::uint64_t>& to, std::size_t d, std::uint64_t number) {
    if (to.size() <= d) to.resize(d + 1, 0);
    to[d] += number;
  }

  /// Records the pairs that were found in a level.
  void found(std::uint64_t number, std::uint64_t weight) {
    if (number == 0) return;
    found_.push_back(number);
    found_weight_.push_back(weight);
    reached_ += number;
  }

  std::uint64_t weight_of(Vertex v) const { return weights_.empty() ? 0 : weights_[v]; }

  void start(Batch const& batch) {
    InterruptCheck check;
    for (std::size_t i = 0; i < 2; ++i) {
      for (auto& ball : balls_[i]) {
        check();
        ball = {};
      }
      std::ranges::fill(grew_[i], 0);
    }
    full_ = {};
    found_.clear();
    found_weight_.clear();
    reached_ = 0;
    level_ = 0;
    std::uint64_t weight = 0;
    for (std::size_t i = 0; i < batch.sources.size(); ++i) {
      auto const v = batch.sources[i];
      for (auto& balls : balls_) set(balls[v], i);
      set(full_, i);
      weight += weight_of(v);
    }
    found(batch.sources.size(), weight);
  }

  static void set(Row& row, std::size_t i) { row.word[i / 64] |= std::uint64_t{1} << i % 64; }

  /// Adds every source to the balls of its neighbors, one bit at a time.
  void first_level(Batch const& batch) {
    std::uint64_t number = 0, weight = 0;
    num_grown_ = 0;
    for (std::size_t i = 0; i < batch.sources.size(); ++i)
      for (auto const head : graph_.heads(batch.sources[i])) {
        auto& row = balls_[0][head];
        if (row.word[i / 64] >> i % 64 & 1) continue;
        set(row, i);
        num_grown_ += grew_[0][head] == 0;
        grew_[0][head] = 1;
        ++number;
        weight += weight_of(head);
      }
    found(number, weight);
  }

  /// Grows all balls by one hop. If `max_growth`, most balls grew in the last level, and all tails are joined
  /// without a check.
  template <bool max_growth>
  void level() {
    auto const* const before = balls_[(level_ + 1) % 2].data();
    auto* const after = balls_[level_ % 2].data();
    auto const* const has_grown = grew_[(level_ + 1) % 2].data();
    auto* const grows = grew_[level_ % 2].data();
    auto const* const first = tails_.first().data();
    auto const* const tails = tails_.all_heads().data();
    auto const n = static_cast<Vertex>(graph_.num_vertices());
    auto const full = full_;
    std::uint64_t number = 0, weight = 0, num_grown = 0;
    for (Vertex v = 0; v < n; ++v) {
      if (v % 4096 == 0) throw_if_interrupted();
      auto const old = before[v];
      Row ball = old;
      if (old.word != full.word) {
        for (auto e = first[v], end = first[v + std::size_t{1}]; e < end; ++e) {
          if constexpr (max_growth) __builtin_prefetch(&before[tails[std::min(e + ahead, last_arc())]]);
          if (max_growth || has_grown[tails[e]]) join(ball, before[tails[e]]);
        }
      }
      bool const grown = ball.word != old.word;
      if (grown || has_grown[v]) after[v] = ball;
      grows[v] = grown;
      if (!grown) continue;
      ++num_grown;
      auto const added = count_new(ball, old);
      number += added;
      weight += added * weight_of(v);
    }
    num_grown_ = num_grown;
    found(number, weight);
  }

  std::uint64_t last_arc() const { return tails_.num_arcs() - 1; }

  Graph const& graph_;
  Graph const& tails_;
  std::span<std::uint32_t const> weights_;
  std::array<std::vector<Row>, 2> balls_;  // after an even and an odd number of levels beyond the first
  std::array<std::vector<std::uint8_t>, 2> grew_;
  std::size_t level_ = 0;
  std::uint64_t num_grown_ = 0, reached_ = 0;
  Row full_;
  std::vector<std::uint64_t> found_, found_weight_;
};

std::vector<Batch> batches_of(std::uint64_t vertices, std::span<std::uint32_t const> weights,
                              bool only_weighted) {
  std::vector<Vertex> sources(vertices);
  std::iota(sources.begin(), sources.end(), Vertex{0});
  auto const weight = [&](Vertex v) { return weights.empty() ? 1 : weights[v]; };
  if (only_weighted) std::erase_if(sources, [&](Vertex v) { return weight(v) == 0; });
  std::ranges::stable_sort(sources, {}, weight);
  std::vector<Batch> batches;
  for (auto const v : sources) {
    if (batches.empty() || batches.back().weight != weight(v) ||
        batches.back().sources.size() == sources_per_batch)
      batches.push_back({{}, weight(v)});
    batches.back().sources.push_back(v);
  }
  return batches;
}

void add_counts(std::vector<std::uint64_t>& sum, std::vector<std::uint64_t> const& part) {
  if (sum.size() < part.size()) sum.resize(part.size(), 0);
  for (std::size_t d = 0; d < part.size(); ++d) sum[d] += part[d];
}

void add_over_ranks(DistanceCounts& counts) {
  for (auto* numbers : {&counts.pairs, &counts.weighted}) {
    numbers->resize(max_over_ranks(numbers->size()), 0);
    sum_over_ranks(*numbers);
  }
  counts.unreachable_pairs = sum_over_ranks(counts.unreachable_pairs);
}

std::uint64_t sum_of(std::span<std::uint32_t const> numbers) {
  return std::accumulate(numbers.begin(), numbers.end(), std::uint64_t{0});
}

/// Returns the tails of the arcs that enter each vertex, without the vertices that paths cannot traverse.
/// This suffices because searches start at the heads of a source.
Graph passable_tails(Graph const& graph) {
  if (graph.ends().empty()) return transposed(graph);
  std::vector<std::uint64_t> first{0};
  std::vector<Vertex> heads;
  for (Vertex v = 0; v < graph.num_vertices(); ++v) {
    if (graph.passes(v)) std::ranges::copy(graph.heads(v), std::back_inserter(heads));
    first.push_back(heads.size());
  }
  return transposed({std::move(first), std::move(heads)});
}

}  // namespace

DistanceCounts count_distances(Graph const& graph, std::span<std::uint32_t const> weights, Progress& progress,
                               bool only_weighted) {
  auto const order = clustered_order(graph, sources_per_batch);
  auto const nearby = reordered(graph, order);
  auto const tails = passable_tails(nearby);
  std::vector<std::uint32_t> weight(weights.size());
  for (std::size_t i = 0; i < weight.size(); ++i) weight[i] = weights[order[i]];
  auto const batches = batches_of(graph.num_vertices(), weight, only_weighted);
  std::vector<std::unique_ptr<DistanceSearch>> searches(num_threads());
  progress.start("distances", num_shared_tasks(batches.size()), "searches");
  shared_parallel_for(batches.size(), [&](std::size_t i, unsigned worker) {
    auto& search = searches[worker];
    if (!search) search = std::make_unique<DistanceSearch>(nearby, tails, weight);
    search->run(batches[i]);
    progress.advance();
  });
  progress.finish();
  DistanceCounts sum;
  for (auto const& search : searches) {
    if (!search) continue;
    add_counts(sum.pairs, search->counts.pairs);
    add_counts(sum.weighted, search->counts.weighted);
    sum.unreachable_pairs += search->counts.unreachable_pairs;
  }
  add_over_ranks(sum);
  if (!weights.empty()) {
    auto const total = sum_of(weights);
    sum.unreachable_weighted =
        total * total - std::accumulate(sum.weighted.begin(), sum.weighted.end(), std::uint64_t{0});
  }
  return sum;
}

unsigned __int128 sum_of_distances(std::span<std::uint64_t const> counts) {
  unsigned __int128 sum = 0;
  for (std::size_t d = 0; d < counts.size(); ++d) sum += static_cast<unsigned __int128>(counts[d]) * d;
  return sum;
}

}  // namespace weft
