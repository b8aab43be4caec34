#include "weft/graph/halves.hpp"

#include <algorithm>

#include "weft/core/interrupt.hpp"

namespace weft {

std::uint64_t cut_size(Graph const& graph, Division const& side) {
  std::uint64_t arcs = 0;
  InterruptCheck check_for_interrupt;
  for (Vertex v = 0; v < graph.num_vertices(); ++v) {
    check_for_interrupt();
    for (auto const head : graph.heads(v)) arcs += side[v] != side[head];
  }
  return arcs / 2;
}

Division first_half(std::vector<Vertex> const& order) {
  Division side(order.size(), 1);
  for (std::size_t i = 0; i < order.size() / 2; ++i) side[order[i]] = 0;
  return side;
}

Refinement::Refinement(Graph const& graph) : graph_(graph) {
  auto const n = graph.num_vertices();
  for (Vertex v = 0; v < n; ++v) most_ = std::max(most_, static_cast<std::int64_t>(graph.degree(v)));
  for (auto& buckets : first_) buckets.assign(static_cast<std::size_t>(2 * most_ + 1), none);
  next_.assign(n, none);
  previous_.assign(n, none);
  gain_.assign(n, 0);
  locked_.assign(n, 0);
}

/// The decrease of the cut if v changes sides.
std::int64_t Refinement::gain(Division const& side, Vertex v) const {
  std::int64_t sum = 0;
  for (auto const head : graph_.heads(v)) sum += side[head] != side[v] ? 1 : -1;
  return sum;
}

void Refinement::insert(Division const& side, Vertex v) {
  auto& first = bucket(side[v], gain_[v]);
  next_[v] = first;
  previous_[v] = none;
  if (first != none) previous_[first] = v;
  first = v;
  highest_[side[v]] = std::max(highest_[side[v]], gain_[v]);
}

void Refinement::remove(Division const& side, Vertex v) {
  if (previous_[v] == none)
    bucket(side[v], gain_[v]) = next_[v];
  else
    next_[previous_[v]] = next_[v];
  if (next_[v] != none) previous_[next_[v]] = previous_[v];
}

/// An unlocked vertex of that side of highest gain, or none.
Vertex Refinement::best(std::uint8_t from) {
  auto& highest = highest_[from];
  while (highest >= -most_ && bucket(from, highest) == none) --highest;
  return highest < -most_ ? none : bucket(from, highest);
}

void Refinement::move(Division& side, Vertex v) {
  remove(side, v);
  locked_[v] = 1;
  auto const from = side[v];
  side[v] = static_cast<std::uint8_t>(1 - from);
  --size_[from];
  ++size_[1 - from];
  for (auto const head : graph_.heads(v)) {
    if (locked_[head]) continue;
    remove(side, head);
    gain_[head] += side[head] == from ? 2 : -2;
    insert(side, head);
  }
}

/// One pass; returns the decrease of the cut, where an unbalanced state counts as infinitely bad.
std::int64_t Refinement::pass(Division& side) {
  auto const n = static_cast<Vertex>(graph_.num_vertices());
  for (auto& buckets : first_) std::ranges::fill(buckets, none);
  std::ranges::fill(locked_, 0);
  size_[0] = size_[1] = 0;
  highest_[0] = highest_[1] = -most_;
  for (Vertex v = 0; v < n; ++v) ++size_[side[v]];
  InterruptCheck check_for_interrupt;
  for (Vertex v = 0; v < n; ++v) {
    check_for_interrupt();
    gain_[v] = gain(side, v);
    insert(side, v);
  }
  auto const balanced = [&] { return std::max(size_[0], size_[1]) - std::min(size_[0], size_[1]) <= n % 2; };
  bool any = balanced();
  bool const began_balanced = any;
  std::int64_t sum = 0, most = 0;
  std::size_t keep = 0;
  moved_.clear();
  while (moved_.size() < n) {
    check_for_interrupt();
    auto const candidates = std::pair{best(0), best(1)};
    std::uint8_t from = size_[0] == size_[1] ? highest_[1] > highest_[0] : size_[1] > size_[0];
    auto const v = from == 0 ? candidates.first : candidates.second;
    if (v == none) break;
    sum += gain_[v];
    move(side, v);
    moved_.push_back(v);
    if (balanced() && (!any || sum > most)) {
      any = true;
      most = sum;
      keep = moved_.size();
    }
  }
  while (moved_.size() > keep) {
    auto& back = side[moved_.back()];
    back = static_cast<std::uint8_t>(1 - back);
    moved_.pop_back();
  }
  return began_balanced ? most : 1;
}

std::uint64_t Refinement::run(Division& side) {
  while (pass(side) > 0) {}
  return cut_size(graph_, side);
}

}  // namespace weft
