// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace weft {

/// The expected cost of a computation, available before it runs and without its data. The cost model of each
/// stage is next to its code: the work in its natural units times a constant fitted to runs on one core of a
/// server of 2023 (AMD EPYC). Most runs above 0.1 s took 0.4 to 4 times `seconds` there (bench/verb).
struct Estimate {
  /// Peak additional memory, in bytes, if the computation uses num_threads() threads.
  double bytes = 0;
  /// Wall time of a single-threaded run, in seconds.
  double seconds = 0;
  /// Number of threads beyond which there is little or no speedup.
  unsigned useful_threads = 1;

  /// Returns the cost of this computation followed by `next`, if this computation frees its memory before
  /// `next` starts.
  Estimate then(Estimate const& next) const;
  /// Returns the cost of this computation followed by `next`, if this computation retains its memory.
  Estimate and_then(Estimate const& next) const;
  friend bool operator==(Estimate const&, Estimate const&) = default;
};

/// Returns the number of threads that are worthwhile for `tasks` parallel tasks of `seconds` in total: few
/// for little work, because each thread takes time to start.
unsigned useful_threads(double tasks, double seconds);

}  // namespace weft
