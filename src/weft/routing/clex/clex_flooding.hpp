#pragma once

#include "weft/topology/family/clex.hpp"

namespace weft {

/// The order of the hops of an allgather on CLEX by flooding (Lenzen & Wattenhofer, arXiv 1607.00298). Full
/// links: stage 0 is level 1, stage s = 1, 2, .. is level l - s + 1. Single links: the hop of that level is
/// stage 2 s - 1, and the hops of level 1 after it are stage 2 s.
class ClexStages {
 public:
  explicit ClexStages(topology::Clex const& clex) : levels_(clex.levels()), single_(clex.single()) {}
  std::uint32_t of_level(std::uint32_t level) const {
    auto const step = levels_ - level + 1;
    return single_ ? 2 * step - 1 : step;
  }
  /// Whether a message that arrived in this stage continues to the rest of the clique.
  bool spreads_after(std::uint32_t stage) const { return single_ && stage % 2 == 1; }
  /// The highest remaining level of a message that arrived in this stage; 1 if none.
  std::uint32_t next_level(std::uint32_t stage) const {
    return stage == 0 ? levels_ : levels_ - (single_ ? (stage + 1) / 2 : stage);
  }

 private:
  std::uint32_t levels_;
  bool single_;
};

/// The trees of that flooding as a local rule. Needs landing = low or at most two levels. Calls send(port,
/// stage).
class ClexFloodingRule {
 public:
  explicit ClexFloodingRule(topology::Clex const& clex) : clex_(clex), stages_(clex) {}

  /// The sends of a node's own message.
  template <class Send>
  void start(std::uint32_t node, Send&& send) const {
    spread(node, 0, send);
    climb(node, clex_.levels(), send);
  }
  /// The sends of a node after a message arrived in a stage.
  template <class Send>
  void forward(std::uint32_t node, std::uint32_t stage, Send&& send) const {
    if (stages_.spreads_after(stage)) spread(node, stage + 1, send);
    climb(node, stages_.next_level(stage), send);
  }

 private:
  /// To all other nodes of the clique.
  template <class Send>
  void spread(std::uint32_t node, std::uint32_t stage, Send& send) const {
    std::uint32_t const own = clex_.single() ? ~0U : clex_.digit({node}, 1);
    for (std::uint32_t port = 0; port < clex_.ports_of(1); ++port)
      if (port != own) send(port, stage);
  }
  /// Over the levels from `top` down to 2, if they lead to another copy.
  template <class Send>
  void climb(std::uint32_t node, std::uint32_t top, Send& send) const {
    for (auto level = top; level >= 2; --level) {
      if (clex_.digit({node}, level) == clex_.digit({node}, 1)) continue;
      auto const width = clex_.ports_of(level), first = clex_.ports_of(1) + (level - 2) * width;
      for (std::uint32_t i = 0; i < width; ++i) send(first + i, stages_.of_level(level));
    }
  }

  topology::Clex const clex_;
  ClexStages stages_;
};

}  // namespace weft
