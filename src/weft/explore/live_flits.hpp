// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "weft/core/progress.hpp"
#include "weft/core/result.hpp"
#include "weft/engine/flit/backlog.hpp"
#include "weft/engine/flit/flit_network.hpp"
#include "weft/engine/flit/router_params.hpp"
#include "weft/engine/flit/simulation.hpp"
#include "weft/engine/flit/state.hpp"
#include "weft/engine/flit/watchdog.hpp"
#include "weft/experiment/scenario.hpp"
#include "weft/explore/packet_trace.hpp"
#include "weft/network/network.hpp"
#include "weft/workload/flit/assembly.hpp"

namespace weft::explore {

/// A deadlock with the channels of its cycle.
struct LiveDeadlock {
  struct Waiter {
    std::optional<std::uint32_t> channel;  ///< the channel of the packet's buffer; nullopt: injection
    std::uint32_t router = 0, vc = 0;
    std::uint32_t source = 0, destination = 0;
    std::optional<std::uint32_t> next_channel;  ///< the channel that the packet requires; nullopt: ejection
    std::uint32_t next_vc = 0;
  };
  std::uint64_t cycle = 0, blocked = 0;
  std::string text;
  std::vector<Waiter> waiters;
};

/// Converts the deadlock that the watchdog found in `state`.
LiveDeadlock to_live_deadlock(flit::Deadlock const& found, flit::State const& state,
                              FlitChannels const& channels);

/// Detector of front flits of input virtual channels that do not advance, from samples of the state.
class BlockedHeads {
 public:
  /// Requires that the input virtual channels of `state` are empty.
  BlockedHeads(flit::State const& state, flit::RouterOptions const& options);

  /// Returns the maximum sampling interval, in cycles, that detects every move: less than the time in which
  /// all flits of a buffer can be replaced; at least one cycle, after which a buffer that has sent all its
  /// flits is still empty.
  std::uint64_t interval() const { return interval_; }
  bool is_due(std::uint64_t now) const { return now - sampled_ >= interval_; }
  void sample(std::uint64_t now, flit::State const& state);
  /// Returns whether all samples of the last `cycles` cycles found the same front flit in the virtual channel
  /// with index `index` (flit::Arrays).
  bool is_blocked(std::size_t index, std::uint64_t now, std::uint64_t cycles) const {
    return heads_[index].flit != 0 && now - heads_[index].since >= cycles;
  }

 private:
  struct Head {
    std::uint64_t flit = 0;   ///< flit with its index in the buffer; 0: empty
    std::uint64_t since = 0;  ///< cycle
  };
  std::uint64_t interval_, sampled_ = 0;
  std::vector<Head> heads_;
};

/// Events in the cycles of a step, and the state after them. Channels are in the order of the network.
struct LiveFrame {
  std::uint64_t cycle = 0;  ///< the next cycle
  std::uint64_t created = 0, delivered = 0,
                dropped = 0;                 ///< packets in the step; a batch counts in its first cycle
  std::uint64_t in_flight = 0, waiting = 0;  ///< packets
  std::uint64_t flit_hops = 0;               ///< in the step
  std::optional<double> latency;             ///< mean over the packets delivered in the step
  double accepted = 0;                       ///< flits per terminal and cycle
  std::vector<std::uint32_t> sent;           ///< by channel: flits in the step
  std::vector<std::uint16_t> buffered;       ///< by channel and virtual channel: flits
  std::vector<std::uint8_t> blocked;         ///< by channel: 1 if a front flit is blocked
  std::vector<std::uint32_t> waiting_at;     ///< by terminal: packets
  std::vector<FlitMove> moves;               ///< only if traced
  std::vector<PacketArrival> arrivals;       ///< only if traced
};

/// A live flit simulation: the run of `simulate` with the engine `flit`, in steps of one or more cycles, with
/// a frame after each step. Frames are computed outside of the engine, from the states before and after a
/// step.
class LiveFlits {
 public:
  static constexpr std::uint64_t max_routers = 100'000, max_cycles = 100'000;  ///< cycles of a step
  static constexpr std::uint64_t max_traced_routers = 4096, max_traced_cycles = 64;
  /// Number of cycles without a move after which a front flit counts as blocked; also the number of cycles
  /// between two checks of the watchdog.
  static constexpr std::uint64_t patience = 64;

  /// Throws InputError for engines other than `flit`, for a network that is too large, and for scenarios that
  /// `simulate` rejects. Accepts routings that can deadlock.
  explicit LiveFlits(Scenario const& scenario, Progress& progress = no_progress());
  LiveFlits(LiveFlits const&) = delete;
  LiveFlits& operator=(LiveFlits const&) = delete;

  /// Throws InputError for a step that exceeds the limits.
  void check_step(std::uint64_t cycles, bool trace) const;
  /// Simulates `cycles` cycles, 1 to `max_cycles`. `trace`: records every flit that moves, for at most
  /// `max_traced_cycles` in networks of at most `max_traced_routers`. After an exception, the simulation is
  /// invalid.
  LiveFrame step(std::uint64_t cycles, bool trace, Progress& progress = no_progress());
  /// Returns the location of the packet with number `number` in `moves`; nullopt: delivered. Throws
  /// InputError if no packet has had the number.
  std::optional<PacketLocation> packet(std::uint32_t number) const;
  /// Returns the deadlock; nullopt until the watchdog finds one.
  std::optional<LiveDeadlock> const& deadlock() const { return deadlock_; }

  flit::Simulation const& simulation() const { return simulation_; }
  Network const& network() const { return channels_.network; }
  flit::FlitParams const& params() const { return setting_.params; }
  std::uint32_t num_routers() const { return machine_.num_routers(); }
  std::uint32_t num_terminals() const { return machine_.num_terminals(); }
  std::uint64_t num_channels() const { return network().num_channels(); }
  std::vector<Setting> const& scenario() const { return scenario_; }
  std::vector<std::string> const& notes() const { return notes_; }

 private:
  /// A scenario with notes for the user.
  struct Accepted {
    Scenario scenario;
    FlitAssembly setting;
    std::vector<std::string> notes;
  };
  static Accepted accept(Scenario scenario);
  LiveFlits(Accepted accepted, Progress& progress);

  /// Totals since the beginning.
  struct Totals {
    std::uint64_t delivered = 0, started = 0, dropped = 0, waiting = 0, accepted = 0;
  };

  void advance(std::uint64_t cycles, bool trace, LiveFrame& frame, Progress& progress);
  void check_deadlock();
  Totals totals();
  void fill_channels(LiveFrame& frame);

  FlitAssembly setting_;
  std::vector<Setting> scenario_;
  std::vector<std::string> notes_;
  flit::FlitNetwork const machine_;
  TrafficPtr const traffic_;
  FlitChannels const channels_;
  flit::Simulation simulation_;
  flit::Sources::Backlog backlog_;
  flit::Watchdog watchdog_;
  BlockedHeads heads_;
  FlitTrace trace_;
  std::vector<std::uint64_t> sent_;  // flits by channel, up to the last frame
  Totals totals_;
  std::optional<LiveDeadlock> deadlock_;
};

}  // namespace weft::explore
