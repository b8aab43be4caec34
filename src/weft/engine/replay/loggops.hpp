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

/// Results of a run of a program under LogGOPS.
struct LogGopsOutcome {
  std::vector<std::int64_t> end;  ///< ns at which the CPUs of each rank finish
  std::uint64_t events = 0;
  /// Operations that started or were ready to start and never ended: sends without a receive, receives
  /// without a message, and operations that depend on them.
  std::vector<std::uint32_t> stuck;
  std::uint64_t unreceived = 0;  ///< messages that arrived without a receive
};

/// Runs a program on ranks with equal distances, without sharing of channels: the model and the order of
/// events of LogGOPSim, so that the end of every rank is equal. A message of no bytes counts as one byte.
LogGopsOutcome run_loggops(Program const& program, LogGops const& model, Progress& progress = no_progress());

}  // namespace weft::replay
