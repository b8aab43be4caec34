// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "weft/core/param.hpp"
#include "weft/topology/family/clex.hpp"

namespace weft {

/// Spanning trees of an allgather by flooding on CLEX.
enum class FloodTrees { shortest, one_edge };

template <>
inline constexpr EnumValue<FloodTrees> enum_values<FloodTrees>[] = {
    {"shortest", FloodTrees::shortest,
     "shortest paths: on clex with all links, the hop of a level leads to all nodes of the next clique"},
    {"one_edge", FloodTrees::one_edge,
     "on clex: the hop of a level leads to a single node of the next clique, whose lowest digit equals "
     "the lowest digit of the source; it forwards the message over level 1; with single links the same "
     "as shortest"}};

/// Order of the hops of an allgather by flooding on CLEX (Lenzen & Wattenhofer, arXiv 1607.00298). Stage 0 is
/// level 1. If the hop of a level reaches all nodes of a clique, stage s = 1, 2, .. is level l - s + 1. If it
/// reaches one node (single links, one edge), hops of level l - s + 1 are stage 2 s - 1, and the subsequent
/// hops of level 1 are stage 2 s.
class ClexStages {
 public:
  ClexStages(topology::Clex const& clex, FloodTrees trees)
      : levels_(clex.levels()), spreads_(clex.single() || trees == FloodTrees::one_edge) {}
  std::uint32_t of_level(std::uint32_t level) const {
    auto const step = levels_ - level + 1;
    return spreads_ ? 2 * step - 1 : step;
  }
  /// Returns whether a message that arrived in `stage` is forwarded to the rest of the clique.
  bool spreads_after(std::uint32_t stage) const { return spreads_ && stage % 2 == 1; }
  /// Returns the highest remaining level of a message that arrived in `stage`; 1 if there is none.
  std::uint32_t next_level(std::uint32_t stage) const {
    return stage == 0 ? levels_ : levels_ - (spreads_ ? (stage + 1) / 2 : stage);
  }

 private:
  std::uint32_t levels_;
  bool spreads_;
};

/// Local forwarding rule of the flooding trees; calls send(port, stage) for each forwarded copy. Requires
/// landing = low or at most two levels.
class ClexFloodingRule {
 public:
  ClexFloodingRule(topology::Clex const& clex, FloodTrees trees)
      : clex_(clex), stages_(clex, trees), one_edge_(trees == FloodTrees::one_edge && !clex.single()) {}

  /// Sends the message of a node.
  template <class Send>
  void start(std::uint32_t node, Send&& send) const {
    spread(node, 0, send);
    climb(node, node, clex_.levels(), send);
  }
  /// Forwards the message of `source` from `node`, which received it in `stage`.
  template <class Send>
  void forward(std::uint32_t node, std::uint32_t source, std::uint32_t stage, Send&& send) const {
    if (stages_.spreads_after(stage)) spread(node, stage + 1, send);
    climb(node, source, stages_.next_level(stage), send);
  }

 private:
  /// Sends to all other nodes of the clique.
  template <class Send>
  void spread(std::uint32_t node, std::uint32_t stage, Send& send) const {
    std::uint32_t const own = clex_.single() ? ~0U : clex_.digit({node}, 1);
    for (std::uint32_t port = 0; port < clex_.ports_of(1); ++port)
      if (port != own) send(port, stage);
  }
  /// Sends over the levels from `top` down to 2 on which the hop leads to another copy.
  template <class Send>
  void climb(std::uint32_t node, std::uint32_t source, std::uint32_t top, Send& send) const {
    for (auto level = top; level >= 2; --level) {
      if (clex_.digit({node}, level) == clex_.digit({node}, 1)) continue;
      auto const width = clex_.ports_of(level), first = clex_.ports_of(1) + (level - 2) * width;
      auto const stage = stages_.of_level(level);
      if (one_edge_)
        send(first + clex_.digit({source}, 1), stage);
      else
        for (std::uint32_t i = 0; i < width; ++i) send(first + i, stage);
    }
  }

  topology::Clex const clex_;
  ClexStages stages_;
  bool one_edge_;
};

/// Returns whether `clex` supports flooding level by level. With landing = high and more than two levels,
/// edges shift the digits, so the levels are not trees.
inline bool has_flood_by_levels(topology::Clex const& clex) {
  if (clex.local()) return false;
  return clex.landing() == topology::Landing::low || clex.levels() <= 2;
}

}  // namespace weft
