// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "weft/core/result.hpp"
#include "weft/engine/queue/measures.hpp"
#include "weft/io/swf.hpp"

namespace weft::verb {

/// The outcome of a job stream.
struct QueueRun {
  std::vector<queue::Job> const& jobs;
  queue::Nodes const& nodes;
  queue::QueueOutcome const& outcome;
  queue::Fragmentation const& fragmentation;
  std::vector<queue::NodeList> const& nodes_of;  ///< nodes of each job; empty if they were not recorded
};

/// Adds the tables summary, machine, sizes, fragmentation and over_time.
void add_queue_tables(QueueRun const& run, Result& result);
/// Adds the table slow_down.
void add_slow_down_table(QueueRun const& run, Result& result);
/// Returns the table of the jobs with the longest waits.
Table longest_waits_table(QueueRun const& run);
/// Returns the table of all jobs with their nodes.
Table jobs_table(QueueRun const& run);
/// Adds the arrays job_start, job_end and occupation (the occupancy: the job on each node over time).
void add_queue_arrays(QueueRun const& run, Result& result);

/// Returns the outcome as a log, with waits, run times including slowdowns, and nodes as processors.
SwfLog written_log(QueueRun const& run);

/// Returns the verdict: the waiting times, and the utilization of the machine.
std::string answer_of(QueueRun const& run);

}  // namespace weft::verb
