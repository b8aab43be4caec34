// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "weft/engine/flit/core.hpp"
#include "weft/engine/flit/wheel.hpp"
#include "weft/routing/deflection/port_assignment.hpp"

namespace weft::flit {

/// Throws InputError at `engine` if the network or the options are not possible with deflection routing.
void check_deflection(FlitNetwork const& network, RouterOptions const& options);

/// The core for hot-potato routing (routing/deflection): routers without buffers. In each cycle, the flits
/// that reach a router compete for its output ports under the rule of the routing, and all of them leave
/// (Moscibroda & Mutlu, A case for bufferless routing in on-chip networks, ISCA 2009, FLIT-BLESS). A terminal
/// receives at most one flit per cycle, the flit with the highest rank; other flits to it are deflected. The
/// flits of a packet travel independently, each as a packet of one flit, and the destination reassembles
/// them. Flits wait only in the queues of injection channels, `vc_buffer` flits for each virtual channel. The
/// delay of a hop is the sum of the delays of routing, switch allocation and switch traversal, and the
/// latency of the channel.
class DeflectionCore final : public Core {
 public:
  /// Creates a core with the arguments of `Core`. Requires state.make_ports(), and a deflection routing.
  DeflectionCore(FlitNetwork const& network, routing::ChannelRouting const& routing,
                 RouterOptions const& options, State& state, Exchange& exchange, std::size_t self);

  void consume(std::uint64_t now) override;
  void step(std::uint64_t now) override;
  void add_sent(std::span<std::uint64_t> flits) const override;
  void reset_sent() override;
  void add_buffered(std::span<std::uint64_t> flits) const override;
  void show(State&) const override {}
  std::uint64_t deflections() const override { return deflections_; }

 private:
  /// The queue of one virtual channel of an injection channel.
  struct Lane {
    std::uint32_t head = 0, count = 0;
    /// Number of the first flit of the front packet. In transit, Packet::intermediate is the number of
    /// the flit.
    std::uint32_t first_number = 0;
    std::uint16_t sent = 0;  ///< sent flits of this packet
  };
  /// A flit that competes for ports.
  struct Contender {
    Flit flit;
    std::uint32_t lane;  ///< its lane, or `in_transit`
  };
  static constexpr std::uint32_t in_transit = 0xffffffff;
  /// Contenders of one router in a batch of routed flits.
  struct Group {
    std::uint32_t router, first, transit, entering;
  };
  /// Reassembly of a packet at its terminal.
  struct Partial {
    std::uint32_t source, first_number;
    std::uint16_t arrived;
  };

  void receive(std::uint64_t now);
  void add_router(std::uint32_t r);
  void eject_arrivals(std::uint32_t r);
  void eject_or_admit_waiting(std::uint32_t r, Group& group);
  void route();
  void send_groups();
  void rank_packets(Group const& group);
  void send_group(Group const& group);
  Flit enter(std::uint32_t r, std::uint32_t lane);
  void pass_router(Packet& packet, std::uint32_t latency_in) const;
  void eject(Flit flit);
  std::uint64_t bits_of_arrival(Packet const& packet);
  routing::DeflectionRank rank(Packet const& packet, std::uint32_t hops_left, std::uint32_t good_ports) const;
  std::uint64_t draw(Packet const& packet) const;
  Flit front(std::uint32_t lane) const { return ring_[std::size_t{lane} * depth_ + lanes_[lane].head]; }
  std::uint32_t first_lane(std::uint32_t r) const { return first_lane_[r - first_router_]; }

  std::vector<Wheel<FlitEvent>>& flits_;      // to this partition, from all partitions
  std::vector<Wheel<CreditEvent>>& credits_;  // to the terminals of this partition
  std::size_t const self_;
  std::uint32_t const first_router_, last_router_;
  routing::Deflection const& deflection_;
  std::uint16_t const width_;
  std::uint64_t const epoch_;  // cycles
  std::uint32_t const depth_;  // capacity of a lane in flits
  std::uint64_t now_ = 0, leaving_ = 0;
  std::uint32_t golden_ = 0;
  std::uint64_t deflections_ = 0;
  Wheel<FlitEvent> delayed_;                         // flits during their routing delay
  std::vector<Flit> at_port_;                        // by input port of the partition: the arrived flit, or 0
  std::vector<std::uint32_t> arrived_;               // number of flits in at_port_, by router
  std::vector<std::uint32_t> working_channels_;      // by router
  std::vector<std::uint32_t> first_lane_, waiting_;  // by router: its first lane, and the flits in its lanes
  std::vector<Lane> lanes_;
  std::vector<Flit> ring_;                     // `depth_` flits for each lane
  std::vector<std::uint32_t> next_number_;     // by injection channel, in the order of lanes
  std::vector<std::vector<Partial>> partial_;  // by ejection channel from the first one of the partition
  std::vector<std::uint32_t> first_terminal_;  // by router: its first element of partial_
  // contenders that are routed together
  std::vector<Contender> contenders_;
  std::vector<Group> groups_;
  std::vector<RouterId> at_;
  std::vector<std::uint32_t> to_, hops_left_;
  std::vector<PortId> good_, out_;
  std::vector<std::uint16_t> num_good_, free_;
  std::vector<routing::PortAssignment::Packet> packets_;
  routing::PortAssignment assignment_;
};

}  // namespace weft::flit
