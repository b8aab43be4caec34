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
    std::optional<std::uint32_t> channel;  ///< into whose buffer the packet came; none: by injection
    std::uint32_t router = 0, vc = 0;
    std::uint32_t source = 0, destination = 0;
    std::optional<std::uint32_t> next_channel;  ///< for which it waits; none: ejection
    std::uint32_t next_vc = 0;
  };
  std::uint64_t cycle = 0, blocked = 0;
  std::string text;
  std::vector<Waiter> waiters;
};

/// The deadlock that the watchdog has just found in `state`.
LiveDeadlock live_deadlock(flit::Deadlock const& found, flit::State const& state,
                           FlitChannels const& channels);

/// Since when the front flit of each input virtual channel has not moved, as far as looks at the state tell.
class BlockedHeads {
 public:
  /// Of the input virtual channels of `state`, which are empty.
  BlockedHeads(flit::State const& state, flit::RouterOptions const& options);

  /// The most cycles between two looks that miss no move: less than a turn of the buffer, or one cycle, after
  /// which a buffer that has turned is empty.
  std::uint64_t interval() const { return interval_; }
  bool is_due(std::uint64_t now) const { return now - looked_ >= interval_; }
  void look(std::uint64_t now, flit::State const& state);
  /// Whether the place (Arrays::place) has had the same front in all looks for so many cycles.
  bool stands(std::size_t place, std::uint64_t now, std::uint64_t cycles) const {
    return fronts_[place].flit != 0 && now - fronts_[place].since >= cycles;
  }

 private:
  struct Front {
    std::uint64_t flit = 0;  ///< with its place in the buffer; 0: none
    std::uint64_t since = 0;
  };
  std::uint64_t interval_, looked_ = 0;
  std::vector<Front> fronts_;
};

/// What happened in the cycles of a step, and what stands where after them. Channels are those of the
/// network, in its order.
struct LiveFrame {
  std::uint64_t cycle = 0;  ///< the next one
  std::uint64_t born = 0, delivered = 0,
                dropped = 0;                 ///< packets in these cycles; a batch is born in the first
  std::uint64_t in_flight = 0, waiting = 0;  ///< packets
  std::uint64_t flit_hops = 0;               ///< in these cycles
  std::optional<double> latency;             ///< mean of the packets delivered in them
  double accepted = 0;                       ///< flits per terminal and cycle
  std::vector<std::uint32_t> sent;           ///< by channel: flits in these cycles
  std::vector<std::uint16_t> buffered;       ///< by channel and virtual channel: flits
  std::vector<std::uint8_t> blocked;         ///< by channel: 1 if a front has long not moved
  std::vector<std::uint32_t> waiting_at;     ///< by terminal: packets
  std::vector<FlitMove> moves;               ///< only if they were asked for
  std::vector<PacketArrival> arrivals;       ///< likewise
};

/// A simulation of flits that one watches: the run of `simulate` on the engine `flit` in steps of some
/// cycles, with a frame after each. Frames come from the state before and after; the engine knows nothing of
/// them.
class LiveFlits {
 public:
  static constexpr std::uint64_t most_routers = 100'000, max_cycles = 100'000;  ///< of a step
  static constexpr std::uint64_t most_traced_routers = 4096, most_traced_cycles = 64;
  /// A front that has not moved for so many cycles counts as blocked; and the watchdog looks so often.
  static constexpr std::uint64_t patience = 64;

  /// Throws InputError for another engine, for a network that is too large, and where `simulate` does. What
  /// may deadlock is accepted.
  explicit LiveFlits(Scenario const& scenario, Progress& progress = no_progress());
  LiveFlits(LiveFlits const&) = delete;
  LiveFlits& operator=(LiveFlits const&) = delete;

  /// Throws InputError for a step that cannot be made.
  void check_step(std::uint64_t cycles, bool trace) const;
  /// Simulates so many cycles, 1 to `max_cycles`. `trace`: every flit that moves, for at most
  /// `most_traced_cycles` in networks of at most `most_traced_routers`. After an exception it is of no use.
  LiveFrame step(std::uint64_t cycles, bool trace, Progress& progress = no_progress());
  /// The places of the packet of that number in `moves`, or nothing if it has been delivered. Throws
  /// InputError if no packet has had it.
  std::optional<PacketPlaces> packet(std::uint32_t number) const;
  /// The deadlock, once it is found.
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
  /// A scenario with what is to be said about it.
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
  void look_for_deadlock();
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
  BlockedHeads fronts_;
  FlitTrace trace_;
  std::vector<std::uint64_t> sent_;  // by channel, until the last frame
  Totals totals_;
  std::optional<LiveDeadlock> deadlock_;
};

}  // namespace weft::explore
