#pragma once

#include <cstdint>
#include <vector>

#include "weft/engine/flit/flit_network.hpp"

namespace weft::flit {

/// Consecutive routers.
struct RouterRange {
  std::uint32_t first = 0, last = 0;  ///< the latter not included
};

/// The routers of a network in parts: each rank has consecutive routers, and each partition of this rank
/// consecutive ones of these.
class Division {
 public:
  /// This rank's share of the routers in parts with about equally many input ports.
  Division(FlitNetwork const& network, std::uint32_t partitions);
  /// One rank, whose partition i has the routers ends[i - 1] .. ends[i] - 1.
  explicit Division(std::vector<std::uint32_t> ends);

  std::size_t partitions() const { return ends_.size() - 1; }
  RouterRange of_partition(std::size_t i) const { return {ends_[i], ends_[i + 1]}; }
  /// The partition of a router of this rank.
  std::size_t partition_of(std::uint32_t router) const { return partition_of_[router - ends_.front()]; }
  RouterRange of_this_rank() const { return {ends_.front(), ends_.back()}; }
  bool is_own(std::uint32_t router) const { return router >= ends_.front() && router < ends_.back(); }
  unsigned rank_of(std::uint32_t router) const;

 private:
  void note_partitions();

  std::vector<std::uint32_t> rank_ends_;  // of all ranks
  std::vector<std::uint32_t> ends_;       // of this rank's partitions, after the first router of all
  std::vector<std::uint16_t> partition_of_;
};

}  // namespace weft::flit
