#pragma once

#include <cstdint>
#include <vector>

#include "weft/analysis/universality/channel_tree.hpp"

namespace weft {

/// The centroid decomposition of a tree: the vertex whose removal leaves parts of at most half the vertices,
/// on level 0; in each part the same, on level 1; and so on. A vertex's part holds the vertices of higher
/// levels that are linked with it by such vertices. Vertices of one level have parts that share no channel,
/// and there are at most log2 of the vertices + 1 levels. In a complete binary tree the centroids are the
/// vertices by their depth.
class Centroids {
 public:
  explicit Centroids(ChannelTree const& tree);

  std::uint32_t level(std::uint32_t v) const { return level_[v]; }
  /// The vertex of the lowest level on the path of a message, whose part has all of the path.
  std::uint32_t meeting(TreeMessage const& message) const;
  /// The neighbors of a vertex: its parent and its children.
  template <class Visit>
  void visit_neighbors(std::uint32_t v, Visit visit) const {
    for (auto i = first_[v]; i < first_[v + std::size_t{1}]; ++i) visit(neighbor_[i]);
  }

 private:
  static constexpr std::uint32_t unknown = ~std::uint32_t{0};
  void link(ChannelTree const& tree);
  void decompose(std::uint32_t start, std::uint32_t above, std::vector<std::uint32_t>& part,
                 std::vector<std::uint32_t>& parent, std::vector<std::uint32_t>& count);

  std::vector<std::uint32_t> first_, neighbor_;
  std::vector<std::uint32_t> level_, above_;  // above: the centroid whose part was divided; of level 0 itself
};

}  // namespace weft
