// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "weft/core/progress.hpp"
#include "weft/io/program/program.hpp"

namespace weft::replay {

/// The parameters of LogGOPS (Hoefler, Schneider & Lumsdaine, HPDC 2010), in ns and ns per byte.
struct LogGops {
  std::int64_t L = 2500;   ///< latency
  std::int64_t o = 1500;   ///< overhead of a message at each CPU
  std::int64_t g = 1000;   ///< gap between messages at a network interface
  std::int64_t G = 6;      ///< gap per byte
  std::int64_t O = 0;      ///< overhead per byte
  std::int64_t S = 65535;  ///< bytes up to which a send does not wait for its receive
};

/// Results of a run of a program under LogGOPS.
struct LogGopsOutcome {
  std::vector<std::int64_t> end;  ///< ns: when the CPUs of each rank are done
  std::uint64_t events = 0;
  /// Operations that began or were to begin and never ended: sends that no receive took, receives without a
  /// message, and what waits for such.
  std::vector<std::uint32_t> stuck;
  std::uint64_t unreceived = 0;  ///< messages that arrived and no receive took
};

/// Runs a program on ranks that all reach each other alike, without sharing of channels: the model and the
/// order of events of LogGOPSim, so that the end of every rank is the same. A message of no bytes counts as
/// one of one byte.
LogGopsOutcome run_loggops(Program const& program, LogGops const& model, Progress& progress = no_progress());

}  // namespace weft::replay
