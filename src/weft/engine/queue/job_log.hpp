// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "weft/core/param.hpp"
#include "weft/engine/queue/job.hpp"
#include "weft/io/swf.hpp"

namespace weft::queue {

/// Handling of jobs that are larger than the machine.
enum class TooLarge : std::uint8_t { refuse, drop };

/// Jobs of a log, by submission.
struct JobLog {
  std::vector<Job> jobs = {};
  std::uint64_t without_size_or_time = 0;  ///< number of omitted lines
  std::uint64_t too_large = 0;             ///< number of omitted jobs
  std::uint64_t out_of_order = 0;          ///< jobs submitted before the job above them; sorted
};

/// Converts a log in the Standard Workload Format: requested processors, else allocated ones, rounded up to
/// whole nodes; the requested time as estimate, else the run time. `processors_per_node` 0: MaxProcs /
/// MaxNodes of its header, else 1. Jobs without size or run time are omitted.
JobLog jobs_of(SwfLog const& log, double processors_per_node);

/// Reads a log as CSV with the columns submit, run and nodes, and optionally job (its number), estimate and
/// communication (fraction of its run time). Throws InputError at file:line:column; decreasing submission
/// times are sorted or rejected, as in a log in SWF.
JobLog parse_job_list(std::string_view text, std::string file, SwfOrder order = SwfOrder::refuse);

/// Returns whether a log is CSV rather than SWF: its first line that is not a comment contains commas.
bool is_job_list(std::string_view text);
/// Reads a log. Throws InputError for a log without jobs, and for `processors_per_node` above 0 if it is CSV,
/// where jobs request nodes.
JobLog read_job_log(std::filesystem::path const& path, SwfOrder order, double processors_per_node);

/// Keeps `count` jobs from number `first` on, counted from 1; 0: all. Throws InputError at `first` if no job
/// remains, and at `log` for a log without jobs.
void choose_jobs(JobLog& log, std::uint64_t first, std::uint64_t count);

/// Drops the jobs that need more than `nodes` nodes, or throws InputError for the first one.
void check_sizes(JobLog& log, std::uint32_t nodes, TooLarge what);

}  // namespace weft::queue

namespace weft {
template <>
inline constexpr EnumValue<queue::TooLarge> enum_values<queue::TooLarge>[] = {
    {"refuse", queue::TooLarge::refuse, "an error for the first of them"},
    {"drop", queue::TooLarge::drop, "they are omitted and counted"}};
}  // namespace weft
