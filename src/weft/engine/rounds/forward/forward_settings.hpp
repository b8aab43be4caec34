// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "weft/core/random.hpp"
#include "weft/core/ranks.hpp"
#include "weft/engine/rounds/delay_statistics.hpp"
#include "weft/engine/rounds/forward/forward_wire.hpp"
#include "weft/network/network.hpp"

namespace weft::rounds {

/// Order in which an output queue sends its messages.
enum class QueueOrder : std::uint8_t { fifo, farthest_first };

/// Conditions of all messages of a run, resolved from the engine's options.
struct ForwardSettings {
  std::uint64_t seed = 1;
  QueueOrder order = QueueOrder::fifo;
  std::vector<double> bandwidth{};  ///< messages per round of each channel class; empty: those of the network
  bool uneven = false;              ///< some channel does not carry exactly one message per round
  bool fractional = false;          ///< some bandwidth is not a whole number
  double loss = 0;                  ///< probability that a transmission, or its acknowledgment, is lost
  double jitter = 0;                ///< a transmission lasts 1 + U[0, jitter) rounds
  bool channel_loads = true;        ///< count the messages of every channel (4 bytes each)
  std::vector<std::uint32_t> distances{};  ///< cable of each channel in millimeters, if messages record it
  double beta_ns_per_meter = 5;
  RoundTimes times{};  ///< if messages are recorded

  /// Returns whether every channel carries one message a round, first come, first served, without delay or
  /// loss.
  bool plain() const { return order == QueueOrder::fifo && !uneven && loss == 0 && jitter == 0; }
  double bandwidth_of(Network const& network, ChannelIndex c) const {
    return bandwidth.empty() ? network.bandwidth(c) : bandwidth[network.class_of(c).v];
  }
};

/// Returns the index of the random word of a transmission: the lane-th message that a channel carries in a
/// round.
constexpr std::uint64_t transmission_name(std::uint64_t channel, std::uint32_t lane) {
  return channel << 16 | lane;
}

/// Transfers the messages of each round that cross to chunks of other ranks: one MPI message between two
/// ranks with connected chunks, empty if no message crosses.
template <class M>
class ForwardExchange {
 public:
  explicit ForwardExchange(Wiring const& wiring) {
    if (num_ranks() == 1) return;
    partners_ = wiring.partners();
    for (auto const& partner : partners_) ranks_.push_back(partner.rank);
  }

  void operator()(Wire<M>& wire, std::uint64_t round) const {
    if (partners_.empty()) return;
    std::vector<Bytes> to_partner;
    for (auto const& partner : partners_) {
      ByteWriter out;
      if (wire.crosses(partner.to, round)) wire.pack(partner.to, round, out);
      to_partner.push_back(std::move(out.bytes()));
    }
    auto const from_partner = exchange_with(ranks_, to_partner);
    for (std::size_t i = 0; i < partners_.size(); ++i) {
      ByteReader in(from_partner[i]);
      if (in.empty())
        wire.clear(partners_[i].from, round);
      else
        wire.unpack(partners_[i].from, round, in);
    }
  }

 private:
  std::vector<Wiring::Partner> partners_;
  std::vector<unsigned> ranks_;  ///< of the partners
};

}  // namespace weft::rounds
