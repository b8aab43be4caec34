#pragma once

#include <array>
#include <cstdint>
#include <utility>

#include "weft/engine/load/percs_load.hpp"

namespace weft::load {

/// A number, maybe negative, for every ordered pair of nodes or contents of nodes of one supernode.
using NodeMatrix =
    std::array<std::array<std::int64_t, PercsCounts::nodes_per_supernode>, PercsCounts::nodes_per_supernode>;

/// The loads of the L channels of one supernode, as far as they depend on which node has which content (the
/// tasks of one node). All in units of 1 / PercsPaths::denominator().
struct SupernodeDemand {
  NodeMatrix stay{};    ///< from content to content; the diagonal is 0
  NodeMatrix first{};   ///< by the first hops of a content: the channel to that node, from any node
  NodeMatrix last{};    ///< by the last hops to a content: the channel from that node
  NodeMatrix middle{};  ///< from node to node, wherever the contents are
  bool striped = true;  ///< as PercsInside::striped
};

/// Weights that make the times of the classes comparable: time * percs_time = load * weight, so that all are
/// whole numbers.
inline constexpr std::int64_t ll_weight = 10, lr_weight = 42, d_weight = 21, percs_time = 210;

/// The loads of the L channels of one supernode while contents are swapped: updated swap by swap, without
/// allocation.
class SupernodeLoads {
 public:
  /// Content u is on node u.
  explicit SupernodeLoads(SupernodeDemand const& demand);

  /// Nodes u and v exchange their contents.
  void swap(std::uint32_t u, std::uint32_t v);
  std::uint32_t content(std::uint32_t node) const { return content_[node]; }
  std::int64_t load(std::uint32_t u, std::uint32_t v) const { return load_[u][v]; }

  /// The maximum weighted load.
  std::int64_t fullest() const;
  /// The sum of the excesses of the weighted loads over the limit.
  std::int64_t excess(std::int64_t limit) const;

 private:
  void renew_row(std::uint32_t u);
  void renew_column(std::uint32_t v);
  std::int64_t local(std::uint32_t u, std::uint32_t v) const;

  static constexpr std::uint32_t size = PercsCounts::nodes_per_supernode,
                                 drawer = PercsCounts::nodes_per_drawer;
  SupernodeDemand demand_;
  std::array<std::uint32_t, size> content_{};
  std::array<std::int64_t, size> from_{};  // by content: units that it sends inside the supernode
  std::array<std::array<std::int64_t, size>, size / drawer>
      from_drawer_{};  // by drawer and content: units sent to it
  NodeMatrix load_{};  // the diagonal is 0
};

}  // namespace weft::load
