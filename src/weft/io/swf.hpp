// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace weft {

/// A job of a log in the Standard Workload Format: its 18 fields in order, -1 if unknown. Times are in
/// seconds, memory in KB per processor.
struct SwfJob {
  std::int64_t number = -1;
  double submit = 0;  ///< since the start of the log
  double wait = -1;
  double run = -1;
  std::int64_t processors = -1;  ///< allocated to the job
  double cpu_time = -1;
  double memory = -1;
  std::int64_t requested_processors = -1;
  double requested_time = -1;
  double requested_memory = -1;
  std::int64_t status = -1;
  std::int64_t user = -1;
  std::int64_t group = -1;
  std::int64_t executable = -1;
  std::int64_t queue = -1;
  std::int64_t partition = -1;
  std::int64_t preceding = -1;  ///< number of the job after which this job is submitted
  double think_time = -1;       ///< time after the end of the preceding job
  friend bool operator==(SwfJob const&, SwfJob const&) = default;
};

/// A log in the Standard Workload Format 2.2 (D. Feitelson and others, Parallel Workloads Archive).
struct SwfLog {
  std::vector<std::string> comments = {};  ///< lines that begin with `;`, without it
  std::vector<SwfJob> jobs = {};
  /// Number of jobs with an earlier submit time than the job before them in the log; read_swf() sorts them.
  std::uint64_t out_of_order = 0;

  /// Returns the value of a comment `; Key: value`, or nullopt.
  std::optional<std::string> header(std::string_view key) const;
  /// Returns the whole number at the beginning of a header, such as MaxProcs, or nullopt.
  std::optional<std::uint64_t> header_number(std::string_view key) const;
  friend bool operator==(SwfLog const&, SwfLog const&) = default;
};

/// Policy for jobs that are not sorted by submit time.
enum class SwfOrder : std::uint8_t { reject, sort };

/// Parses a log. Throws InputError at file:line:column for fields that are missing or not numbers, and for
/// decreasing submit times unless `order` is `sort`. `file`: name for error messages.
SwfLog parse_swf(std::string_view text, std::string_view file, SwfOrder order = SwfOrder::reject);
SwfLog read_swf(std::filesystem::path const& path, SwfOrder order = SwfOrder::reject);

/// Formats a log so that parse_swf() reads an equal one.
std::string format_swf(SwfLog const& log);

}  // namespace weft
