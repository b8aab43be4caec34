// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "weft/core/result.hpp"
#include "weft/engine/replay/loggops.hpp"
#include "weft/engine/replay/replay.hpp"
#include "weft/verb/replay/jobs.hpp"

namespace weft::verb {

/// Maximum number of ranks that arrays and figures show individually.
inline constexpr std::uint32_t max_shown_ranks = 64;

/// Adds the tables summary, stuck, ranks, waits, messages, matching and over_time, and the arrays rank_ends
/// and waits.
void add_replay_tables(Program const& program, replay::ReplayOutcome const& outcome,
                       std::span<std::uint32_t const> terminal_of, Result& result);
void add_loggops_tables(Program const& program, replay::LogGopsOutcome const& outcome, Result& result);
/// Returns the table `jobs`. `alone`: time of each job without the others; nullopt if the job never ends.
Table jobs_table(ReplayedJobs const& jobs, replay::ReplayOutcome const& outcome,
                 std::vector<std::optional<double>> const& alone);
/// Adds the tables critical_path and critical_ranks, and the array timeline.
void add_trace_tables(Program const& program, replay::ReplayTrace const& trace,
                      replay::ReplayOutcome const& outcome, Result& result);

/// Returns the verdict: the time at which the last rank ends and what this time depends on, or the ranks that
/// wait forever.
std::string answer_of(Program const& program, replay::ReplayOutcome const& outcome,
                      std::string const& conditions, std::string const& bottleneck);
std::string answer_of(Program const& program, replay::LogGopsOutcome const& outcome,
                      std::string const& conditions);

}  // namespace weft::verb
