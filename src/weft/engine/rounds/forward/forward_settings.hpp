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

/// Settings of a store-and-forward run, resolved from the engine options.
struct ForwardSettings {
  std::uint64_t seed = 1;
  QueueOrder order = QueueOrder::fifo;
  std::vector<double> bandwidth{};  ///< messages per round and channel, by class; empty: as in the network
  bool uneven = false;              ///< whether the bandwidth of any channel is not 1
  bool fractional = false;          ///< whether any bandwidth is not an integer
  double loss = 0;                  ///< probability that a transmission, or its acknowledgment, is lost
  double jitter = 0;                ///< a transmission lasts 1 + U[0, jitter) rounds
  bool channel_loads = true;        ///< count the messages of every channel (4 bytes per channel)
  /// By channel: cable length in millimeters, if messages are recorded
  std::vector<std::uint32_t> distances{};
  double beta_ns_per_meter = 5;
  RoundTimes times{};  ///< used if messages are recorded

  /// Returns whether every channel carries one message per round, first come, first served, with no delay or
  /// loss.
  bool plain() const { return order == QueueOrder::fifo && !uneven && loss == 0 && jitter == 0; }
  double bandwidth_of(Network const& network, ChannelIndex c) const {
    return bandwidth.empty() ? network.bandwidth(c) : bandwidth[network.class_of(c).v];
  }
};

/// Returns the index of the random word for the lane-th message that a channel carries in a round.
constexpr std::uint64_t transmission_name(std::uint64_t channel, std::uint32_t lane) {
  return channel << 16 | lane;
}

/// Exchange of the messages between the chunks of different ranks after each round: one MPI message from each
/// rank to each rank with connected chunks, empty if there are no messages.
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
  std::vector<unsigned> ranks_;  ///< ranks of the partners
};

}  // namespace weft::rounds
