#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "weft/engine/load/percs_demand.hpp"

namespace weft::load {

/// What the contents of the nodes of PERCS (the tasks that a placement puts there) send one another: groups written out, in
/// compressed rows, without what stays in a node.
class NodeTraffic {
 public:
  struct Entry {
    std::uint32_t node = 0;
    std::uint64_t units = 0;
  };

  explicit NodeTraffic(PlacedTasks const& tasks);

  std::uint32_t num_nodes() const { return static_cast<std::uint32_t>(first_sent_.size() - 1); }
  std::span<Entry const> sent(std::uint32_t node) const { return row(first_sent_, sent_, node); }
  std::span<Entry const> received(std::uint32_t node) const { return row(first_received_, received_, node); }

 private:
  static std::span<Entry const> row(std::vector<std::size_t> const& first, std::vector<Entry> const& entries,
                                    std::uint32_t node) {
    return {entries.data() + first[node], entries.data() + first[node + std::size_t{1}]};
  }
  void turn_round();
  std::vector<std::size_t> first_sent_, first_received_;
  std::vector<Entry> sent_, received_;
};

}  // namespace weft::load
