#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "weft/graph/graph.hpp"
#include "weft/graph/halves.hpp"

namespace weft {

/// A symmetric graph without loops, with whole weights.
struct WeightedGraph {
  Graph graph;
  std::vector<std::int64_t> arc_weight;     ///< by arc; the same in both directions
  std::vector<std::int64_t> vertex_weight;  ///< may be 0

  std::int64_t total_weight() const;
  /// The weight of the edges between the sides.
  std::int64_t cut(Division const& side) const;
};

/// The part of a graph between some of its vertices: vertex i is vertices[i].
WeightedGraph induced(WeightedGraph const& graph, std::span<Vertex const> vertices);

/// Two sides with little weight between, side 0 of a weight in [least, most]: by the multilevel method of
/// METIS (G. Karypis and V. Kumar, SIAM J. Sci. Comput. 20, 1998), then moves of single vertices (C. M.
/// Fiduccia and R. M. Mattheyses, DAC 1982) that also repair the balance. With vertices of weight 1 the range
/// is always met. Refuses graphs beyond METIS' 32 bits.
Division split(WeightedGraph const& graph, std::int64_t least, std::int64_t most, std::uint64_t seed);

/// Halves of equal weights for all, nearly balanced, by METIS alone. Refuses graphs beyond METIS' 32 bits.
Division metis_halves(Graph const& graph, std::uint64_t seed);

/// A division with floor(k/2) of the k marked vertices on one side and the others on the other; the other
/// vertices lie where they cut the fewest edges.
Division halves_of_marked(Graph const& graph, std::span<std::uint8_t const> marked, std::uint64_t seed);

}  // namespace weft
