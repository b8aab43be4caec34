#include "weft/engine/flit/tally.hpp"

#include <algorithm>

namespace weft::flit {

void Tally::merge(Tally const& other) {
  recent.merge(other.recent);
  delivered += other.delivered;
  started += other.started;
  unreachable += other.unreachable;
  accepted += other.accepted;
  measured_started += other.measured_started;
  measured_flits += other.measured_flits;
  latency.merge(other.latency);
  network.merge(other.network);
  head.merge(other.head);
  hops += other.hops;
  latencies.merge(other.latencies);
  blocks.resize(std::max(blocks.size(), other.blocks.size()));
  for (std::size_t i = 0; i < other.blocks.size(); ++i) blocks[i].merge(other.blocks[i]);
}

}  // namespace weft::flit
