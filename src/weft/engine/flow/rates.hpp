// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "weft/engine/flow/key_heap.hpp"

/// Messages as flows that share channels max-min fairly.
namespace weft::flow {

inline constexpr double unlimited = std::numeric_limits<double>::infinity();

/// A channel of a flow, and the part of the flow's rate that crosses the channel, above 0.
struct Hop {
  std::uint32_t channel;
  double share = 1;
  friend bool operator==(Hop const&, Hop const&) = default;
};

/// A flow with a changed rate.
struct RateChange {
  std::uint32_t flow;
  double before;  ///< bytes/s
};

/// Max-min fair rates of flows, updated as flows start and end. Rates x are fair if no x / weight can
/// increase without reducing an x / weight that is not greater: every flow is at its cap, or crosses a full
/// channel on which no flow has a greater x / weight (Bertsekas & Gallager, Data Networks, 6.5.2).
///
/// Each channel has a level: its maximum x / weight. repair() corrects wrong levels in order of their keys,
/// so that only necessary levels change (after Ramalingam & Reps, J. Algorithms 21, 1996):
/// - overfull channel: the key is the level at which the channel is exactly full; every faster flow is
///   reduced to this level;
/// - channel that has a level but is not full: the key is the level; the rates of the flows that it limits
///   increase.
/// Keys never decrease within a repair. A repair refills all channels from scratch if this is faster. The
/// rates are exact for a network whose capacities differ by at most the fraction `precision`.
class Rates {
 public:
  /// `capacity`: bytes/s of each channel, above 0. `precision`: in [0, 1).
  Rates(std::span<double const> capacity, double precision);

  /// Reserves memory for `flows` flows, without their hops.
  void reserve(std::size_t flows);
  /// Adds a flow over distinct channels without starting it, and returns its number. Numbers of removed flows
  /// are reused. `weight` and `cap` (bytes/s) must be above 0.
  std::uint32_t add(std::span<Hop const> hops, double weight = 1, double cap = unlimited);
  /// Starts an added flow, which from now on uses its share of the channels.
  void start(std::uint32_t flow);
  bool has_started(std::uint32_t flow) const { return flows_[flow].started != 0; }
  void remove(std::uint32_t flow);
  /// Changes the weight of a flow to `weight`, which must be above 0.
  void reweigh(std::uint32_t flow, double weight);
  /// Restores max-min fairness after flows have started, been removed or changed weight. Returns the flows
  /// whose rates changed (the rate before the start is 0); valid until the next call.
  std::span<RateChange const> repair();

  double rate(std::uint32_t flow) const { return flows_[flow].y * flows_[flow].weight; }
  /// Returns the rate that the flow would have without other flows, in bytes/s.
  double rate_alone(std::uint32_t flow) const { return flows_[flow].cap * flows_[flow].weight; }
  /// Returns a channel that limits the flow, or `no_channel` if it is at its cap.
  std::uint32_t held_by(std::uint32_t flow) const;
  static constexpr std::uint32_t no_channel = 0xffffffff;

  /// Returns the fair share of a channel per unit of weight, in bytes/s; infinity if the channel is not a
  /// bottleneck.
  double level(std::uint32_t channel) const { return channels_[channel].level; }
  double use(std::uint32_t channel) const { return channels_[channel].use; }
  std::uint32_t flows_on(std::uint32_t channel) const {
    return static_cast<std::uint32_t>(channels_[channel].flows.size());
  }
  std::uint32_t num_flows() const { return num_flows_; }
  template <class Visit>
  void for_each_hop(std::uint32_t flow, Visit visit) const {
    auto const& this_flow = flows_[flow];
    for (auto h = this_flow.first_hop; h < this_flow.first_hop + this_flow.num_hops; ++h)
      visit(Hop{hops_[h].channel, share(h)});
  }
  /// Returns the number of repairs that refilled all channels from scratch.
  std::uint64_t fillings() const { return fillings_; }
  /// Returns the number of bytes allocated for flows; the memory for channels is constant.
  std::uint64_t bytes() const;

 private:
  /// A flow on a channel: y = rate / weight; the channel carries part * y.
  struct OnChannel {
    double y, part;
    std::uint32_t flow, hop;
  };
  struct Channel {
    double capacity, level = unlimited;
    double use = 0;  // sum of part * y
    std::vector<OnChannel> flows;
    std::uint32_t drift = 0;  // number of changes of `use` since it was last summed
    bool touched = false;
  };
  struct HopPosition {
    std::uint32_t channel, place;
  };
  struct Flow {
    double y = 0, cap = 0, weight = 1;
    std::uint32_t first_hop = 0, num_hops : 30 = 0, changed : 1 = 0, started : 1 = 0;
  };
  enum class Fault { none, too_full, not_full };

  std::uint32_t take_hops(std::span<Hop const> hops);
  double share(std::uint32_t hop) const { return shares_.empty() ? 1 : shares_[hop]; }
  void leave_channels(std::uint32_t flow);
  void touch(std::uint32_t channel);
  void note_change(std::uint32_t flow, double before);
  void set_rate(std::uint32_t flow, double y, std::uint32_t by);
  void sum_shares(Channel& channel);
  Fault fault(Channel& channel);
  void check_touched(double key);
  void lower(std::uint32_t channel, double level);
  double limit_elsewhere(std::uint32_t flow, std::uint32_t channel);
  void raise(std::uint32_t channel);
  double repair_next();
  void repair_all();
  void fill();

  double precision_;
  std::vector<Channel> channels_;
  std::vector<Flow> flows_;
  std::vector<HopPosition> hops_;
  std::vector<double> shares_;  // by hop; empty while all are 1
  std::vector<std::uint32_t> free_flows_;
  std::vector<std::vector<std::uint32_t>> free_hops_;  // first hops of free ranges, by their count
  std::uint32_t num_flows_ = 0;
  std::uint64_t incidences_ = 0, num_examined_ = 0, fillings_ = 0;
  std::uint64_t new_incidences_ = 0;  // incidences of flows started since the last repair
  std::vector<std::uint32_t> touched_;
  KeyHeap violated_;
  bool filling_ = false;  // levels only decrease
  bool raised_ = false;   // the last repair step raised flows
  std::vector<RateChange> changes_;
  bool reported_ = true;         // changes_ belongs to an earlier repair
  std::vector<OnChannel> held_;  // y: limit by the cap and the other channels
};

}  // namespace weft::flow
