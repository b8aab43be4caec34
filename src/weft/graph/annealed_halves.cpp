#include "weft/graph/annealed_halves.hpp"

#include <cmath>

#include "weft/core/interrupt.hpp"
#include "weft/core/random.hpp"

namespace weft {

Division annealed_halves(Graph const& graph, std::uint64_t seed) {
  constexpr double hottest = 1, coldest = 0.15, cooling = 0.99, imbalance_cost = 0.05;
  constexpr std::uint64_t moves_per_vertex = 64;  // at each temperature
  auto const n = graph.num_vertices();
  Rng rng(seed, Purpose::partition, 3);
  Division side(n);
  for (auto& each : side) each = static_cast<std::uint8_t>(rng.below(2));
  std::int64_t surplus = 0;  // of side 1
  for (auto const each : side) surplus += each == 1 ? 1 : -1;
  for (double temperature = hottest; temperature > coldest; temperature *= cooling) {
    throw_if_interrupted();
    for (std::uint64_t move = 0; move < moves_per_vertex * n; ++move) {
      auto const v = static_cast<Vertex>(rng.below(n));
      std::int64_t gain = 0;
      for (auto const head : graph.heads(v)) gain += side[head] != side[v] ? 1 : -1;
      auto const after = surplus + (side[v] == 1 ? -2 : 2);
      double const cost =
          imbalance_cost * static_cast<double>(after * after - surplus * surplus) - static_cast<double>(gain);
      if (cost > 0 && rng.uniform() >= std::exp(-cost / temperature)) continue;
      side[v] = static_cast<std::uint8_t>(1 - side[v]);
      surplus = after;
    }
  }
  return side;
}

}  // namespace weft
