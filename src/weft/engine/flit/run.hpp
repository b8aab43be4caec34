// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "weft/engine/flit/flit_params.hpp"
#include "weft/engine/flit/simulation.hpp"
#include "weft/engine/flit/watchdog.hpp"

namespace weft::flit {

/// Reason why a run ended.
enum class Ending : std::uint8_t {
  measured,   ///< as requested
  saturated,  ///< queues grew without bound: latencies have no mean
  deadlock,
  cut_off,  ///< at max_cycles, before the requested precision was reached
};

/// Results of a run at one injection rate. Latencies in cycles.
struct Outcome {
  Ending ending = Ending::measured;
  std::optional<Deadlock> deadlock;
  std::uint64_t warm_up = 0, measured = 0,
                cycles = 0;  ///< cycles of the warm-up, of the measurement, and in total
  double offered = 0;        ///< flits created per cycle and terminal in the measured cycles
  double accepted = 0;       ///< flits arrived per cycle and terminal in the measured cycles
  double half_width = 0;     ///< half-width of the 95 % confidence interval of the mean latency
  double precision = 0;      ///< requested precision, relative to the mean latency; 0: none
  Tally tally;
  std::vector<std::uint64_t> accepted_by_terminal;  ///< flits
  /// A terminal with messages to send, and the flits that it sent in the measured cycles.
  struct Sender {
    std::uint32_t terminal = 0;
    std::uint64_t flits = 0;
  };
  std::vector<Sender> senders;
  std::vector<std::uint64_t> sent_by_terminal;  ///< flits, by class, then by terminal; empty without classes
  std::vector<double> offered_flits;            ///< flits created in the measured cycles, by traffic class
  std::vector<std::uint64_t> sent;              ///< flits sent in the measured cycles, by output port
  /// Occupancy of an input buffer in flits, by virtual channel.
  struct Occupancy {
    double mean = 0, half_width = 0;  ///< half_width: of the 95 % confidence interval
  };
  std::vector<Occupancy> vc_occupancy;
  std::uint64_t flit_hops = 0;    ///< flit hops over channels of the network, without ejection
  std::uint64_t deflections = 0;  ///< number of these hops that did not reduce the distance
  Timeline timeline;              ///< of the whole run, with warm-up and end; empty unless requested
  std::uint64_t left = 0;         ///< packets in flight or waiting at the end
};

/// Copies the number of flits that each output port sent in the measured cycles, and the deflections.
void copy_sent(Simulation const& simulation, Outcome& outcome);

/// Copies the final counts of a simulation; copies the flits per output port only if copy_sent() has not been
/// called. `outcome` must contain the number of measured cycles.
void copy_totals(FlitNetwork const& network, Simulation const& simulation, Outcome& outcome);

/// Calls copy_totals for a run that is measured from cycle 0 until its last packet arrives or the run is cut
/// off. `outcome` must contain the ending.
void copy_whole_run(FlitNetwork const& network, Simulation const& simulation, Outcome& outcome);

/// Length of a block in cycles: the period at which runs check their latency.
inline constexpr std::uint64_t block_cycles = 100;
/// Minimum number of blocks of a warm-up of unknown length, and of a measurement.
inline constexpr std::uint64_t min_warm_up_blocks = 40, min_measured_blocks = 40;

/// Returns the extended number of blocks of a measurement that was not precise enough after `blocks` blocks.
constexpr std::uint64_t prolonged(std::uint64_t blocks) { return blocks + blocks / 2; }

/// Returns the expected number of cycles of a run that has not started, assuming that it reaches its
/// precision after the minimum number of blocks.
std::uint64_t expected_cycles(FlitParams const& params);

/// Returns the number of blocks after which a measurement is expected to end: after `blocks` blocks its
/// interval is `excess` times as wide as requested, and it shrinks with the square root of the length.
std::uint64_t expected_blocks(std::uint64_t blocks, double excess);

}  // namespace weft::flit
