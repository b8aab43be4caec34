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
enum class TooLarge : std::uint8_t { reject, drop };

/// Jobs of a log, sorted by submission.
struct JobLog {
  std::vector<Job> jobs = {};
  std::uint64_t without_size_or_time = 0;  ///< number of jobs omitted because they lack a size or a run time
  std::uint64_t too_large = 0;             ///< number of jobs omitted because they are too large
  /// Number of jobs submitted earlier than the preceding job of the log
  std::uint64_t out_of_order = 0;
};

/// Converts a log in the Standard Workload Format. The size is the number of requested processors, or else of
/// allocated processors, rounded up to whole nodes; the estimate is the requested time, or else the run time.
/// `processors_per_node` = 0: MaxProcs / MaxNodes of the header, or else 1. Omits jobs that lack a size or a
/// run time.
JobLog jobs_of(SwfLog const& log, double processors_per_node);

/// Parses a log in CSV with the columns submit, run and nodes, and optionally job (number), estimate and
/// communication (fraction of the run time). Throws InputError at file:line:column. `order`: whether
/// decreasing submission times are sorted or rejected, as in a log in SWF.
JobLog parse_job_list(std::string_view text, std::string file, SwfOrder order = SwfOrder::reject);

/// Returns whether a log is in CSV rather than SWF: the first line that is not a comment contains a comma.
bool is_job_list(std::string_view text);
/// Reads a log in SWF or CSV. Throws InputError if the log has no jobs, and if `processors_per_node` is above
/// 0 for CSV, where jobs request nodes.
JobLog read_job_log(std::filesystem::path const& path, SwfOrder order, double processors_per_node);

/// Keeps `count` jobs starting with number `first`, counted from 1; count = 0: all following jobs. Throws
/// InputError at `first` if no job remains, and at `log` if the log has no jobs.
void choose_jobs(JobLog& log, std::uint64_t first, std::uint64_t count);

/// Drops the jobs that request more than `nodes` nodes, or throws InputError for the first one, as `what`
/// specifies. Throws InputError if no job remains.
void check_sizes(JobLog& log, std::uint32_t nodes, TooLarge what);

}  // namespace weft::queue

namespace weft {
template <>
inline constexpr EnumValue<queue::TooLarge> enum_values<queue::TooLarge>[] = {
    {"refuse", queue::TooLarge::reject, "an error for the first of them"},
    {"drop", queue::TooLarge::drop, "these jobs are omitted and counted"}};
}  // namespace weft
