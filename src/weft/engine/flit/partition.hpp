#pragma once

#include <cstdint>
#include <vector>

#include "weft/engine/flit/links.hpp"
#include "weft/engine/flit/recorder.hpp"
#include "weft/engine/flit/route_stage.hpp"
#include "weft/engine/flit/routers.hpp"
#include "weft/engine/flit/switch_stage.hpp"
#include "weft/engine/flit/vc_stage.hpp"

namespace weft::flit {

/// Consecutive routers with their terminals, cycle by cycle: the stages of a router, each over the same
/// arrays, and the links to other partitions.
class Partition {
 public:
  /// Partition `self` of those that exchange flits. All arguments must outlive it.
  Partition(FlitNetwork const& network, routing::ChannelRouting const& routing, RouterOptions const& options,
            State& state, Exchange& exchange, std::size_t self);

  /// The flits that reach terminals in this cycle. Each must be consumed, then the list cleared.
  std::vector<Ejected>& ejected(std::uint64_t now) { return links_.ejected(now); }
  /// The flits in flight to terminals.
  Wheel<Ejected> const& ejections() const { return links_.ejections(); }
  /// Returns the buffer place of an ejected flit, and if it is the last one the packet's number.
  void consume(std::uint64_t now, Ejected const& it);

  std::uint32_t new_packet(Packet const& packet);
  /// The packet has left this rank.
  void free_packet(std::uint32_t number);
  /// Terminal e sends a flit into VC v of its injection channel, which must be free for its packet and have a
  /// credit.
  void inject(std::uint64_t now, std::uint32_t e, std::uint32_t v, Flit flit);

  /// Counts what flits wait for, too. The recorder must outlive this.
  void record(Recorder* recorder) { recorder_ = recorder; }
  /// One cycle of the routers: arriving flits are buffered, packets are routed, virtual channels and switches
  /// allocated, flits sent.
  void step(std::uint64_t now);

 private:
  void receive();
  void show_queues();
  void fetch_router(std::uint32_t r) const;

  Routers routers_;
  std::vector<Wheel<FlitEvent>>& flits_;      // that other partitions and this one send here
  std::vector<Wheel<CreditEvent>>& credits_;  // likewise
  std::size_t const self_;
  Links links_;
  RouteStage route_stage_;
  VcStage vc_stage_;
  SwitchStage switch_stage_;
  Recorder* recorder_ = nullptr;
  bool const fetches_ahead_;  // the state is too large for the caches
  std::vector<std::uint32_t> free_packets_;
};

}  // namespace weft::flit
