// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "weft/engine/flit/flit_params.hpp"
#include "weft/engine/flit/simulation.hpp"
#include "weft/engine/flit/watchdog.hpp"

namespace weft::flit {

/// The end of a run.
enum class Ending : std::uint8_t {
  measured,   ///< as requested
  saturated,  ///< queues grew without end: latencies have no mean
  deadlock,
  cut_off,  ///< after max_cycles, before the requested precision
};

/// The outcome of a run at one injection rate. Latencies in cycles.
struct Outcome {
  Ending ending = Ending::measured;
  std::optional<Deadlock> deadlock;
  std::uint64_t warm_up = 0, measured = 0, cycles = 0;  ///< cycles before measuring, of measuring, and in all
  double offered = 0;     ///< flits per cycle and terminal made in the measured cycles
  double accepted = 0;    ///< flits per cycle and terminal that arrived in them
  double half_width = 0;  ///< of the 95 % confidence interval of the mean latency
  double precision = 0;   ///< requested, relative to the mean latency; 0: not requested
  Tally tally;
  std::vector<std::uint64_t> accepted_by_terminal;  ///< flits
  /// A terminal with something to send, and the flits that it sent in the measured cycles.
  struct Sender {
    std::uint32_t terminal = 0;
    std::uint64_t flits = 0;
  };
  std::vector<Sender> senders;
  std::vector<std::uint64_t> sent_by_terminal;  ///< by traffic class, then by terminal; if there are classes
  std::vector<double> offered_flits;            ///< made in the measured cycles, by traffic class
  std::vector<std::uint64_t> sent;              ///< flits by output port in the measured cycles
  /// Flits in an input buffer, by virtual channel.
  struct Occupancy {
    double mean = 0, half_width = 0;  ///< half_width: of the 95 % confidence interval
  };
  std::vector<Occupancy> vc_occupancy;
  std::uint64_t flit_hops = 0;    ///< over channels of the network, ejection not included
  std::uint64_t deflections = 0;  ///< of these, hops that led no closer, under a routing that deflects
  Timeline timeline;              ///< of the whole run, warm-up and end included; empty unless requested
  std::uint64_t left = 0;         ///< packets in flight or waiting at the end
};

/// Copies the flits by output port that were sent in the measured cycles.
void take_sent(Simulation const& simulation, Outcome& outcome);

/// Copies the counts of a simulation at its end. To be set before: the ending, the measured cycles, and the
/// flits by output port where they were counted earlier.
void take_totals(FlitNetwork const& network, Simulation const& simulation, Outcome& outcome);

/// As take_totals, for a run that is measured from cycle 0 until its last packet arrives or it is cut off.
void take_whole_run(FlitNetwork const& network, Simulation const& simulation, Outcome& outcome);

/// Cycles of a block, in which runs look at their latency.
inline constexpr std::uint64_t block_cycles = 100;
/// The minimum number of blocks of a warm-up of unknown length, and of a measurement.
inline constexpr std::uint64_t least_warm_up_blocks = 40, least_measured_blocks = 40;

/// The blocks of a measurement that was not precise enough after that many.
constexpr std::uint64_t prolonged(std::uint64_t blocks) { return blocks + blocks / 2; }

/// The cycles that a run is likely to take, before anything is known of it: if it is soon precise enough.
std::uint64_t expected_cycles(FlitParams const& params);

/// The blocks after which a measurement is likely to end: its interval, after `blocks` of them `excess` times
/// as wide as requested, shrinks with the root of its length.
std::uint64_t expected_blocks(std::uint64_t blocks, double excess);

}  // namespace weft::flit
