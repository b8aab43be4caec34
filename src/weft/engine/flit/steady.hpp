#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "weft/core/progress.hpp"
#include "weft/engine/flit/simulation.hpp"
#include "weft/engine/flit/watchdog.hpp"

namespace weft::flit {

/// How a run ended.
enum class Ending : std::uint8_t {
  measured,   ///< as asked for
  saturated,  ///< queues grew without end: latencies have no mean
  deadlock,
  cut_off,  ///< after most_cycles, before what was asked for
};

/// What a run at one injection rate gave. Latencies in cycles.
struct Outcome {
  Ending ending = Ending::measured;
  std::optional<Deadlock> deadlock;
  std::uint64_t warm_up = 0, measured = 0, cycles = 0;  ///< cycles before, of and after all of the measuring
  double offered = 0;     ///< flits per cycle and terminal made in the measured cycles
  double accepted = 0;    ///< flits per cycle and terminal that arrived in them
  double half_width = 0;  ///< of the 95 % confidence interval of the mean latency
  double precision = 0;   ///< asked for, relative to the mean latency; 0: not asked for
  Tally tally;
  std::vector<std::uint64_t> accepted_by_terminal;  ///< flits
  std::vector<std::uint64_t> sent;  ///< flits by output port of the machine in the measured cycles
  /// Flits in an input buffer, by virtual channel.
  struct Occupancy {
    double mean = 0, half_width = 0;  ///< half_width: of the 95 % confidence interval
  };
  std::vector<Occupancy> vc_occupancy;
  std::uint64_t flit_hops = 0;  ///< over channels of the network, ejection not included
  std::uint64_t left = 0;       ///< packets on their way or waiting at the end
};

/// Simulates until the mean latency is known as precisely as asked for, or it is clear that it has none: warm-up until MSER finds the
/// latency settled (White, 1997), then all packets born in a window, which ends when the confidence interval by batch means is
/// narrow enough; then until all of these have arrived, under the same load, unless the queues have grown in the window by more than chance:
/// the network is saturated then, and there is no end to wait for.
/// With a finite `limit` it is enough to know whether the mean latency is below or above so many cycles: the window ends as soon as that is
/// clear, and the run as saturated when latencies stay above twice the limit.
Outcome run_steady(FlitNetwork const& network, vc::Routing const& routing, Traffic const& traffic,
                   FlitParams const& params, std::uint64_t seed, Progress& progress = no_progress(),
                   double limit = std::numeric_limits<double>::infinity());

/// All messages of the traffic at once, until the last has arrived.
Outcome run_batch(FlitNetwork const& network, vc::Routing const& routing, Traffic const& traffic,
                  FlitParams const& params, std::uint64_t seed, Progress& progress = no_progress());

}  // namespace weft::flit
