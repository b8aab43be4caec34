// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "weft/core/estimate.hpp"
#include "weft/core/param.hpp"
#include "weft/core/progress.hpp"
#include "weft/engine/slackness/latencies.hpp"

namespace weft::slackness {

/// Selection of the next virtual processor of a processor.
enum class Turn : std::uint8_t { strict, ready };

}  // namespace weft::slackness

template <>
inline constexpr weft::EnumValue<weft::slackness::Turn> weft::enum_values<weft::slackness::Turn>[] = {
    {"strict", weft::slackness::Turn::strict,
     "the next one in round-robin order; if its answer has not arrived, the processor waits for it, and the "
     "others wait too"},
    {"ready", weft::slackness::Turn::ready, "the next one in round-robin order whose answer has arrived"}};

namespace weft::slackness {

/// The number of requests of all processors together that the network accepts: in step t (from 0) the whole
/// numbers between t and t + 1 times requests / steps, rounded down. steps = 0: no limit.
struct Limit {
  std::uint64_t requests = 0, steps = 0;

  bool is_set() const { return steps > 0; }
  double per_step() const { return static_cast<double>(requests) / static_cast<double>(steps); }
};

/// Processors that hide latency by parallel slackness (Valiant, A bridging model for parallel computation,
/// CACM 1990): each runs virtual processors, one at a time, each for `every` steps, the last of which sends a
/// request. Then another one runs; the first can continue when the answer has arrived. A request that the
/// network does not accept immediately waits, first come, first served; its latency starts when it is
/// accepted.
struct Processors {
  std::uint32_t count = 1;
  std::uint32_t virtual_processors = 1;  ///< of each processor: the slackness s
  std::uint64_t every = 1;               ///< K
  Turn turn = Turn::strict;
  Limit limit = {};
};

/// Fraction of all steps in which a processor works.
struct Utilization {
  double mean = 0;
  double half_width = 0;    ///< of the 95 % confidence interval by batch means; 0 if exact
  bool exact = false;       ///< the processors returned to an earlier state: the mean of a period
  std::uint64_t steps = 0;  ///< number of simulated steps
};

/// Returns min(1, s K / (L + K), K c / p) with the mean latency L: the limits of a processor, of its virtual
/// processors and of the network. Exact for a fixed latency; otherwise an upper bound.
double utilization_formula(Processors const& processors, double latency);

/// Returns the minimum s with a formula of 1, apart from the network: ceil(L / K) + 1.
std::uint64_t needed_slackness(std::uint64_t every, double latency);

/// Simulates the processors step by step, with all virtual processors ready at first; with a fixed latency
/// until a state repeats, but at most `steps`. Random latencies are drawn with `seed`. `progress` counts no
/// steps; it is only used for interruption.
Utilization simulate(Processors const& processors, Latency const& latency, std::uint64_t steps,
                     std::uint64_t seed, Progress& progress = no_progress());

/// Returns an upper bound on the bytes that `simulate` needs, approximately.
std::uint64_t memory_of(Processors const& processors);

/// Returns the estimate of simulate().
Estimate estimate(Processors const& processors, std::uint64_t steps);

}  // namespace weft::slackness
