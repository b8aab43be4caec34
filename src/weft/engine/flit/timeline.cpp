#include "weft/engine/flit/timeline.hpp"

namespace weft::flit {

void Timeline::Interval::merge(Interval const& other) {
  made += other.made;
  offered += other.offered;
  begun += other.begun;
  dropped += other.dropped;
  delivered += other.delivered;
  latency += other.latency;
  sent += other.sent;
  received += other.received;
}

void Timeline::Port::merge(Port const& other) {
  flits += other.flits;
  queue += other.queue;
  for (std::size_t cause = 0; cause < stalls; ++cause) stalled[cause] += other.stalled[cause];
}

std::vector<std::uint64_t> Timeline::waiting() const {
  std::vector<std::uint64_t> packets;
  std::uint64_t sum = 0;
  for (auto const& it : network) packets.push_back(sum += it.made - it.begun - it.dropped);
  return packets;
}

std::vector<std::uint64_t> Timeline::in_flight() const {
  std::vector<std::uint64_t> packets;
  std::uint64_t sum = 0;
  for (auto const& it : network) packets.push_back(sum += it.begun - it.delivered);
  return packets;
}

}  // namespace weft::flit
