#include "weft/graph/marked_halves.hpp"

#include <algorithm>

namespace weft {
namespace {

constexpr std::uint32_t no_vertex = 0xffffffff;
constexpr int most_passes = 200;

class MarkedRefinement {
 public:
  MarkedRefinement(Graph const& graph, std::span<std::uint8_t const> marked, Division side)
      : graph_(graph), marked_(marked), side_(std::move(side)) {
    for (Vertex v = 0; v < side_.size(); ++v)
      if (marked_[v] != 0) ++count_[side_[v]];
  }

  Division run() {
    balance();
    for (int pass = 0; pass < most_passes; ++pass) {
      bool const moved = move_unmarked();
      if (!exchange() && !moved) break;
    }
    return std::move(side_);
  }

 private:
  /// How much smaller the cut becomes if v changes sides.
  std::int64_t gain(Vertex v) const {
    std::int64_t sum = 0;
    for (auto const head : graph_.heads(v)) sum += side_[head] != side_[v] ? 1 : -1;
    return sum;
  }
  void flip(Vertex v) {
    if (marked_[v] != 0) {
      --count_[side_[v]];
      ++count_[1 - side_[v]];
    }
    side_[v] = static_cast<std::uint8_t>(1 - side_[v]);
  }
  Vertex best_marked(std::uint8_t from) const {
    auto best = no_vertex;
    std::int64_t most = 0;
    for (Vertex v = 0; v < side_.size(); ++v) {
      if (marked_[v] == 0 || side_[v] != from) continue;
      if (auto const here = gain(v); best == no_vertex || here > most) {
        best = v;
        most = here;
      }
    }
    return best;
  }
  void balance() {
    while (std::max(count_[0], count_[1]) > std::min(count_[0], count_[1]) + 1)
      flip(best_marked(count_[1] > count_[0] ? 1 : 0));
  }
  bool move_unmarked() {
    bool any = false;
    for (Vertex v = 0; v < side_.size(); ++v)
      if (marked_[v] == 0 && gain(v) > 0) {
        flip(v);
        any = true;
      }
    return any;
  }
  bool exchange() {
    auto const a = best_marked(0);
    if (a == no_vertex) return false;
    auto const gained = gain(a);
    flip(a);
    auto const b = best_marked(1);
    if (b != no_vertex && b != a && gained + gain(b) > 0) {
      flip(b);
      return true;
    }
    flip(a);
    return false;
  }

  Graph const& graph_;
  std::span<std::uint8_t const> marked_;
  Division side_;
  std::uint64_t count_[2] = {0, 0};
};

}  // namespace

Division halves_of_marked(Graph const& graph, std::span<std::uint8_t const> marked, std::uint64_t seed) {
  return MarkedRefinement(graph, marked, metis_halves(graph, seed, marked)).run();
}

}  // namespace weft
