#pragma once

#include <cstdint>
#include <limits>
#include <memory>
#include <mutex>
#include <vector>

#include "weft/routing/paths/path_graph.hpp"

namespace weft::routing {

/// The hops from every state of a graph to a router, a row per destination, by breadth-first search on first
/// use. The rows of the last destinations are kept, or all if they fit into 1 GiB: a HopTable holds all pairs
/// at once. Safe to use from several threads.
class HopRows {
 public:
  using Row = std::vector<std::uint32_t>;
  static constexpr std::uint32_t unreachable = std::numeric_limits<std::uint32_t>::max();

  explicit HopRows(PathGraph const& graph);
  std::shared_ptr<Row const> to(std::uint32_t router) const;

 private:
  struct Kept {
    std::uint32_t router;
    Row row;
  };
  Row search(std::uint32_t router) const;

  PathGraph const* graph_;
  std::mutex mutable mutex_;  // of kept_
  std::vector<std::shared_ptr<Kept const>> mutable kept_;
};

}  // namespace weft::routing
