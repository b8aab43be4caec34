#pragma once

#include <cstdint>
#include <vector>

#include "weft/graph/graph.hpp"

namespace weft {

/// A division of the vertices: the side, 0 or 1, of each.
using Division = std::vector<std::uint8_t>;

/// Edges of a symmetric graph between the sides.
std::uint64_t cut_size(Graph const& graph, Division const& side);

/// The first floor(n/2) of the order on side 0.
Division first_half(std::vector<Vertex> const& order);

/// Makes the sides floor(n/2) and ceil(n/2) and the cut small: passes of single moves, each vertex once per
/// pass, uphill too; the best balanced state of a pass is kept, until no pass helps (C. M. Fiduccia and R. M.
/// Mattheyses, DAC 1982).
class Refinement {
 public:
  explicit Refinement(Graph const& graph);
  /// The cut of the result.
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
    return first_[side][static_cast<std::size_t>(gain + most_)];
  }

  Graph const& graph_;
  std::int64_t most_ = 0, highest_[2] = {0, 0};
  std::uint64_t size_[2] = {0, 0};
  std::vector<std::uint32_t> first_[2], next_, previous_;
  std::vector<std::int64_t> gain_;
  std::vector<std::uint8_t> locked_;
  std::vector<Vertex> moved_;
};

}  // namespace weft
