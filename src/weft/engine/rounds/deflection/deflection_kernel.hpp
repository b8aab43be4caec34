// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "weft/core/zeroed_array.hpp"
#include "weft/engine/rounds/forward/forward_scratch.hpp"
#include "weft/engine/rounds/forward/forward_settings.hpp"
#include "weft/engine/rounds/forward/forward_wire.hpp"
#include "weft/engine/rounds/forward/round_kernel.hpp"
#include "weft/routing/deflection/port_assignment.hpp"
#include "weft/routing/form/packet_routing.hpp"

namespace weft::rounds {

/// Hot-potato routing in synchronous rounds (routing/deflection): a message that has crossed a channel
/// crosses another one in the next round, until it reaches its destination. Messages wait only at their
/// sources, in one queue per router, first come, first served, until the router has a free channel. Results
/// do not depend on the number of threads or ranks: draws depend on (round, router, index of the message
/// among the router's messages of the round). `M` is FullMessage or FollowedMessage.
template <class M>
class DeflectionKernel final : public RoundKernel<M> {
 public:
  /// The arguments must outlive the kernel; `routing` must be a deflection routing. Throws InputError for
  /// fractional channel bandwidths, for lossy or delayed transmissions, and for queue orders other than first
  /// come, first served.
  DeflectionKernel(Network const& network, Wiring const& wiring, PacketRouting const& routing,
                   ForwardSettings const& settings);

  void advance(std::uint64_t round, MessageSource<M>& source) override;
  std::uint64_t in_flight() const override { return totals_.in_flight(); }
  std::uint64_t delivered() const override { return totals_.delivered(); }
  ForwardCounts take_counts() override { return totals_.take(workers_, no_counts()); }
  std::span<std::uint32_t const> loads() const override { return loads_; }

 private:
  using Chunk = Wiring::Chunk;
  /// Queue of the messages that wait at a router to enter the network.
  struct Queue {
    std::vector<M> messages;
    std::size_t first = 0;
    std::size_t size() const { return messages.size() - first; }
    void pop(std::size_t count);
  };
  /// Consecutive messages of a router in a batch that is assigned to ports.
  struct Group {
    std::uint32_t router;  ///< relative to the first router of the chunk
    std::uint32_t first, transit, entering;
  };
  struct Worker : Scratch<M> {
    explicit Worker(Wiring const& wiring, routing::DeflectionMatching matching)
        : Scratch<M>(wiring), assignment(matching) {}
    routing::PortAssignment assignment;
    std::vector<M> moving;
    std::vector<Group> groups;
    std::vector<PortId> good, out;
    std::vector<std::uint16_t> num_good, free;
    std::vector<std::uint32_t> hops_left;
    std::vector<routing::PortAssignment::Packet> packets;
  };

  ForwardCounts no_counts() const;
  void collect(std::size_t chunk, MessageSource<M>& source, Worker& w);
  void deliver(M const& message, Worker& w) const;
  void move(std::size_t chunk, Worker& w);
  void add_router(std::size_t chunk, std::uint32_t router, std::size_t& arrival, Worker& w);
  void route(Chunk const& chunk, Worker& w) const;
  void send_groups(std::size_t chunk, Worker& w);
  void rank_packets(Chunk const& chunk, Group const& group, Worker& w) const;
  void send_group(std::size_t chunk, Group const& group, Worker& w);
  void count_hop(ChannelIndex c, M& message, Worker& w);
  void take_free_channels(Chunk const& chunk, std::uint32_t router, Worker& w) const;
  std::uint32_t first_channel(Chunk const& chunk, std::uint32_t router) const {
    return network_.first_channels()[chunk.first_router + router];
  }

  Network const& network_;
  Wiring const& wiring_;
  PacketRouting const& routing_;
  PacketTraits traits_;
  routing::DeflectionRule rule_;
  bool ranks_by_hops_;
  std::uint64_t epoch_;
  ForwardSettings settings_;
  std::uint64_t round_ = 0;
  MessageTotals totals_;
  std::vector<std::uint32_t> code_;          ///< by router: its encoding as a destination
  std::vector<std::uint32_t> outputs_;       ///< by router: number of messages that it can send in a round
  std::vector<Queue> queues_;                ///< by router
  std::vector<std::uint64_t> waiting_;       ///< by chunk: number of messages in its queues
  ZeroedArray<std::uint32_t> sent_, loads_;  ///< by terminal: number of messages sent so far; by channel
  ChunkRounds<M> rounds_;
  std::vector<Worker> workers_;
};

}  // namespace weft::rounds
