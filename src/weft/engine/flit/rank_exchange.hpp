// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "weft/core/ranks.hpp"
#include "weft/core/zeroed_array.hpp"
#include "weft/engine/flit/core.hpp"
#include "weft/engine/flit/sources.hpp"

namespace weft::flit {

/// Exchange between ranks of flits, credits, replies to requests, acknowledgments, and the queue lengths that
/// routings observe globally. Two ranks exchange one message per synchronization, possibly empty. A packet
/// travels with its head flit, and the receiving rank assigns it a new number; the virtual channel on which
/// the following flits arrive identifies this number.
class RankExchange {
 public:
  /// All arguments must outlive it. `partitions`: the partitions of this rank. `replies`: destinations reply
  /// to requests, or acknowledge packets. `shows_queues`: a routing observes the queues of all routers.
  RankExchange(FlitNetwork const& network, State& state, Exchange& exchange, std::vector<Core*> partitions,
               bool replies, bool shows_queues);

  /// Sends a reply to a terminal that injects at a router of another rank.
  void send(Sources::Reply const& reply);
  /// Sends an acknowledgment to a terminal that injects at a router of another rank.
  void send(InjectionControl::Acknowledgment const& acknowledgment);
  /// Exchanges everything sent before cycle `now`, and the queues of this cycle if `queues` is set. All
  /// events arrive in cycle `now` or later.
  void synchronize(std::uint64_t now, bool queues);
  /// Returns the replies received for terminals of this rank at the last synchronization.
  std::span<Sources::Reply const> replies() const { return replies_; }
  std::span<InjectionControl::Acknowledgment const> acknowledgments() const { return acknowledgments_; }

 private:
  /// A flit (with its head_bit and tail_bit) or a credit.
  struct Crossing {
    std::uint32_t port;         ///< port at which it arrives
    std::uint32_t after;        ///< cycles after the synchronization
    std::uint32_t vc_and_bits;  ///< virtual channel in the lowest bits
  };
  struct Queue {
    std::uint32_t out;
    std::int32_t flits;
  };
  /// Message from one rank to another in a synchronization. `packets` contains the packet of each head flit,
  /// in the order of `flits`.
  struct Buffers {
    std::vector<Crossing> flits, credits;
    std::vector<Packet> packets;
    std::vector<Sources::Reply> replies;
    std::vector<InjectionControl::Acknowledgment> acknowledgments;
    std::vector<Queue> queues;
    void clear();
    /// Writes no bytes if the message is empty.
    void write(Bytes& bytes) const;
    void read(Bytes const& bytes);
  };

  void find_partners(bool replies, bool all);
  void find_changed_queues();
  void load(std::uint64_t now, unsigned rank);
  void unload(std::uint64_t now);

  FlitNetwork const& network_;
  State& state_;
  Exchange& exchange_;
  std::vector<Core*> const partitions_;
  std::vector<unsigned> partners_;  // ranks with channels to or from this rank
  std::vector<Bytes> to_partner_;
  std::vector<std::vector<Sources::Reply>> replies_to_;  // by rank, since the last synchronization
  std::vector<Sources::Reply> replies_;                  // received at the last synchronization
  std::vector<std::vector<InjectionControl::Acknowledgment>>
      acknowledgments_to_;  // by rank, since the last synchronization
  std::vector<InjectionControl::Acknowledgment> acknowledgments_;
  std::vector<Queue> changed_queues_;  // queues of this rank
  Buffers buffers_;
  ZeroedArray<std::uint32_t> arriving_;  // by input virtual channel: packet number of the last head
};

}  // namespace weft::flit
