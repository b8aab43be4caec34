// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace weft {

/// The kinds of lines that report traffic between two ranks.
inline constexpr std::string_view monitored_kinds = "EISRC";

/// The messages between two ranks, as reported by Open MPI's monitoring component
/// (ompi/mca/common/monitoring).
struct MonitoredTraffic {
  /// First letter of the line. E: point-to-point messages of the program; I: point-to-point messages inside
  /// the library, as for collectives; S: data put into another rank's window; R: data got from another rank's
  /// window; C: data of collectives for another rank, however they are transferred (I reports the transfers).
  char kind = 'E';
  std::uint32_t from = 0, to = 0;  ///< in the direction of the data
  std::uint64_t bytes = 0, messages = 0;
  friend bool operator==(MonitoredTraffic const&, MonitoredTraffic const&) = default;
};

/// Contents of one or more files.
struct Monitoring {
  std::vector<MonitoredTraffic> traffic;
  std::uint64_t ranks = 0;  ///< 1 + the highest rank mentioned

  /// Adds the traffic of another file.
  void add(Monitoring const& other);
};

/// Parses one file of `mpirun --mca pml_monitoring_enable .. --mca pml_monitoring_filename NAME`: lines
/// `KIND<TAB>from<TAB>to<TAB>N bytes<TAB>M msgs sent[<TAB>histogram]` of the kinds above (R names the rank
/// that got the data first). From the sums by communicator (D, O2A, A2O, A2A) only the ranks are read. `#`
/// begins a comment. Throws InputError at file:line:column; `file`: name for error messages.
Monitoring parse_monitoring(std::string_view text, std::string_view file);

/// Returns the file, all files NAME.*.prof if `path` contains a *, or all *.prof files in a directory, sorted
/// by name. Throws InputError for a directory that cannot be read.
std::vector<std::filesystem::path> monitoring_files(std::filesystem::path const& path);

/// Reads the files of monitoring_files. Throws InputError if there are no files, or if several are named
/// after their ranks and the file of a rank is missing.
Monitoring read_monitoring(std::filesystem::path const& path);

}  // namespace weft
