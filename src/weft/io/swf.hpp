// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace weft {

/// A job of a log in the Standard Workload Format: its 18 fields in their order, -1 where unknown. Times are
/// in seconds, memory in KB per processor.
struct SwfJob {
  std::int64_t number = -1;
  double submit = 0;  ///< since the start of the log
  double wait = -1;
  double run = -1;
  std::int64_t processors = -1;  ///< that it was given
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
  std::int64_t preceding = -1;  ///< the job that it waited for
  double think_time = -1;       ///< after that job's end
  friend bool operator==(SwfJob const&, SwfJob const&) = default;
};

/// A log in the Standard Workload Format 2.2 (D. Feitelson and others, Parallel Workloads Archive).
struct SwfLog {
  std::vector<std::string> comments = {};  ///< the lines that begin with `;`, without it
  std::vector<SwfJob> jobs = {};
  /// The number of jobs that are submitted before the job above them; read_swf() sorts them.
  std::uint64_t out_of_order = 0;

  /// The value of a comment `; Key: value`; nothing if there is none.
  std::optional<std::string> header(std::string_view key) const;
  /// The whole number that a header begins with, such as MaxProcs.
  std::optional<std::uint64_t> header_number(std::string_view key) const;
  friend bool operator==(SwfLog const&, SwfLog const&) = default;
};

/// What to do with times of submission that go back.
enum class SwfOrder : std::uint8_t { refuse, sort };

/// Reads a log. Throws InputError at file:line:column for fields that are missing or no numbers, and for
/// times of submission that go back unless `order` says to sort them. `file`: the name used in errors.
SwfLog parse_swf(std::string_view text, std::string_view file, SwfOrder order = SwfOrder::refuse);
SwfLog read_swf(std::filesystem::path const& path, SwfOrder order = SwfOrder::refuse);

/// The text that parse_swf() reads as the same log.
std::string format_swf(SwfLog const& log);

}  // namespace weft
