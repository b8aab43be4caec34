// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "weft/core/result.hpp"
#include "weft/engine/queue/measures.hpp"
#include "weft/io/swf.hpp"

namespace weft::verb {

/// Jobs that have run.
struct QueueRun {
  std::vector<queue::Job> const& jobs;
  queue::Nodes const& nodes;
  queue::QueueOutcome const& outcome;
  queue::Fragmentation const& fragmentation;
  std::vector<queue::NodeList> const& nodes_of;  ///< of each job; empty: not kept
};

/// Tables summary, machine, sizes, fragmentation and over_time.
void add_queue_tables(QueueRun const& run, Result& result);
/// Table slow_down.
void add_slow_down_table(QueueRun const& run, Result& result);
/// The jobs that waited longest.
Table longest_waits_table(QueueRun const& run);
/// All jobs with their nodes.
Table jobs_table(QueueRun const& run);
/// Arrays job_start and job_end, and occupation: who runs where.
void add_queue_arrays(QueueRun const& run, Result& result);

/// The outcome as a log: waits, run times with slowdowns, nodes as processors.
SwfLog written_log(QueueRun const& run);

/// How long jobs wait, and how full the machine is.
std::string answer_of(QueueRun const& run);

}  // namespace weft::verb
