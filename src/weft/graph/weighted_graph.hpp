// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "weft/graph/graph.hpp"

namespace weft {

/// A division of the vertices: the side of each vertex, 0 or 1.
using Division = std::vector<std::uint8_t>;

/// Returns the number of edges of a symmetric graph between the two sides.
std::uint64_t cut_size(Graph const& graph, Division const& side);

/// Returns the division with the first floor(n/2) vertices of `order` on side 0.
Division first_half(std::vector<Vertex> const& order);

/// Balances the sides to floor(n/2) and ceil(n/2) vertices and reduces the cut by passes of single moves:
/// each vertex moves once per pass, even if the cut grows, and the best balanced state of the pass is
/// retained, until no pass improves the cut (C. M. Fiduccia and R. M. Mattheyses, DAC 1982).
class Refinement {
 public:
  explicit Refinement(Graph const& graph);
  /// Refines `side` in place. Returns the resulting cut.
  std::uint64_t run(Division& side);

 private:
  static constexpr std::uint32_t none = 0xffffffff;
  std::int64_t gain(Division const& side, Vertex v) const;
  void insert(Division const& side, Vertex v);
  void remove(Division const& side, Vertex v);
  Vertex best(std::uint8_t from);
  std::int64_t pass(Division& side);
  void move(Division& side, Vertex v);
  std::uint32_t& bucket(std::uint8_t side, std::int64_t gain) {
    return first_[side][static_cast<std::size_t>(gain + max_)];
  }

  Graph const& graph_;
  std::int64_t max_ = 0, highest_[2] = {0, 0};
  std::uint64_t size_[2] = {0, 0};
  std::vector<std::uint32_t> first_[2], next_, previous_;
  std::vector<std::int64_t> gain_;
  std::vector<std::uint8_t> locked_;
  std::vector<Vertex> moved_;
};

/// A symmetric graph without loops, with integer weights.
struct WeightedGraph {
  Graph graph;
  std::vector<std::int64_t> arc_weight;     ///< one per arc; equal in both directions
  std::vector<std::int64_t> vertex_weight;  ///< may be 0

  std::int64_t total_weight() const;
  /// Returns the weight of the edges between the two sides.
  std::int64_t cut(Division const& side) const;
};

/// Returns the subgraph induced by `vertices`: its vertex i is vertices[i].
WeightedGraph induced(WeightedGraph const& graph, std::span<Vertex const> vertices);

/// Returns two sides with little weight between them and a weight of side 0 in [min, max], by the multilevel
/// method of METIS (G. Karypis and V. Kumar, SIAM J. Sci. Comput. 20, 1998), then moves of single vertices
/// (C. M. Fiduccia and R. M. Mattheyses, DAC 1982) that also repair the balance. The range is always met if
/// all vertices have weight 1. Throws InputError for graphs that exceed METIS's 32-bit indices.
Division split(WeightedGraph const& graph, std::int64_t min, std::int64_t max, std::uint64_t seed);

/// Returns nearly balanced halves for equal weights, found by METIS alone. Throws InputError for graphs that
/// exceed METIS's 32-bit indices.
Division metis_halves(Graph const& graph, std::uint64_t seed);

/// Returns a division with floor(k/2) of the k marked vertices on one side and the other marked vertices on
/// the other side; the sides of the unmarked vertices minimize the cut.
Division halves_of_marked(Graph const& graph, std::span<std::uint8_t const> marked, std::uint64_t seed);

}  // namespace weft
