// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "weft/core/progress.hpp"
#include "weft/io/program/program.hpp"

namespace weft::replay {

/// Parameters of LogGOPS (Hoefler, Schneider & Lumsdaine, HPDC 2010), in ns and ns per byte.
struct LogGops {
  std::int64_t L = 2500;   ///< latency
  std::int64_t o = 1500;   ///< overhead of a message at each CPU
  std::int64_t g = 1000;   ///< gap between messages at a network interface
  std::int64_t G = 6;      ///< gap per byte
  std::int64_t O = 0;      ///< overhead per byte
  std::int64_t S = 65535;  ///< maximum bytes of a send that does not wait for its receive
};

/// Result of run_loggops().
struct LogGopsOutcome {
  std::vector<std::int64_t> end;  ///< by rank: time at which its last CPU finishes, in ns
  std::uint64_t events = 0;
  /// Operations that never ended: sends without a receive, receives without a message, and operations that
  /// depend on them.
  std::vector<std::uint32_t> stuck;
  std::uint64_t unreceived = 0;  ///< messages that arrived and were never received
};

/// Runs a program under LogGOPS: all ranks are equidistant and share no channels. The model and the order of
/// events match LogGOPSim, so each rank ends at the same time as in LogGOPSim. An empty message counts as one
/// byte.
LogGopsOutcome run_loggops(Program const& program, LogGops const& model, Progress& progress = no_progress());

}  // namespace weft::replay
