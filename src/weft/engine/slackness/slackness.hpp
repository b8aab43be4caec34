// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "weft/core/estimate.hpp"
#include "weft/core/param.hpp"
#include "weft/core/progress.hpp"
#include "weft/engine/slackness/latencies.hpp"

namespace weft::slackness {

/// Order in which a processor runs its virtual processors.
enum class Turn : std::uint8_t { strict, ready };

}  // namespace weft::slackness

template <>
inline constexpr weft::EnumValue<weft::slackness::Turn> weft::enum_values<weft::slackness::Turn>[] = {
    {"strict", weft::slackness::Turn::strict,
     "the next virtual processor in round-robin order; if its reply has not arrived, the processor "
     "waits for it, and all other virtual processors wait too"},
    {"ready", weft::slackness::Turn::ready,
     "the next virtual processor in round-robin order whose "
     "reply has arrived"}};

namespace weft::slackness {

/// Limit of the network on the requests that it accepts from all processors: floor((t + 1) requests / steps)
/// in the steps 0 to t. steps = 0: no limit.
struct Limit {
  std::uint64_t requests = 0, steps = 0;

  bool is_set() const { return steps > 0; }
  double per_step() const { return static_cast<double>(requests) / static_cast<double>(steps); }
};

/// Processors that hide latency by parallel slackness (Valiant, A bridging model for parallel computation,
/// CACM 1990). Each processor runs one virtual processor at a time, for `every` steps, and sends a request in
/// the last of these steps. Then the next virtual processor runs; the previous one can continue when the
/// reply has arrived. A request that the network does not accept immediately waits, first come, first served;
/// its latency counts from acceptance.
struct Processors {
  std::uint32_t count = 1;
  std::uint32_t virtual_processors = 1;  ///< per processor: the slackness s
  std::uint64_t every = 1;               ///< steps per turn: K
  Turn turn = Turn::strict;
  Limit limit = {};
};

/// Fraction of all steps in which a processor is busy.
struct Utilization {
  double mean = 0;
  double half_width = 0;    ///< of the 95 % confidence interval, from batch means; 0 if exact
  bool exact = false;       ///< the state repeated, and `mean` is over one period
  std::uint64_t steps = 0;  ///< number of simulated steps
};

/// Returns min(1, s K / (L + K), K c / p) with the mean latency L, c = limit.per_step() and p = count: the
/// limits of a processor, of its virtual processors and of the network. Exact if the latency is fixed;
/// otherwise an upper bound.
double utilization_formula(Processors const& processors, double latency);

/// Returns the minimum slackness s at which the formula is 1 if the network has no limit: ceil(L / K) + 1.
std::uint64_t needed_slackness(std::uint64_t every, double latency);

/// Simulates at most `steps` steps, starting with all virtual processors ready; with a fixed latency, stops
/// when a state repeats. `seed` determines random latencies. `progress` is only used for interruption.
Utilization simulate(Processors const& processors, Latency const& latency, std::uint64_t steps,
                     std::uint64_t seed, Progress& progress = no_progress());

/// Returns an approximate upper bound on the memory of simulate(), in bytes.
std::uint64_t memory_of(Processors const& processors);

/// Returns the estimated memory and time of simulate().
Estimate estimate(Processors const& processors, std::uint64_t steps);

}  // namespace weft::slackness
