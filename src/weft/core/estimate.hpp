// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace weft {

/// What a computation is expected to need, known before it runs and without its data. Costs of stages are
/// stated beside their code: work in its natural units times a constant fitted to runs on one core of a
/// server of 2023 (AMD EPYC). Most runs above 0.1 s took 0.4 to 4 times `seconds` there (bench/verb).
struct Estimate {
  /// The memory that the computation adds to the process at its peak, with the threads of the caller
  /// (num_threads()).
  double bytes = 0;
  /// Wall seconds of one thread.
  double seconds = 0;
  /// More threads than that help little or not at all.
  unsigned useful_threads = 1;

  /// This and then another one, which starts after this one has given back its memory.
  Estimate then(Estimate const& next) const;
  /// This and then another one, while this one's memory stays in use.
  Estimate and_then(Estimate const& next) const;
  friend bool operator==(Estimate const&, Estimate const&) = default;
};

/// The threads that help where `tasks` parallel tasks take `seconds` in all: few where the work is small, for
/// each thread costs time to start.
unsigned useful_threads(double tasks, double seconds);

}  // namespace weft
