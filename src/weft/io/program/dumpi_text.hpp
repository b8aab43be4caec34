// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "weft/io/program/program.hpp"

namespace weft {

/// The output of dumpi2ascii for one rank.
struct DumpiText {
  std::string text, file;
};

/// Parses the output of SST's dumpi2ascii for a DUMPI trace: the MPI calls of each rank, in the order of the
/// ranks. The time between two calls is computing. Tracks communicators created by dup, split, create and
/// Cart_create, derived data types, and requests; Waitany and similar calls wait for the requests that ended
/// in the recording. One-sided communication, files and process creation are rejected. Throws InputError at
/// file:line:column.
Program parse_dumpi(std::vector<DumpiText> const& ranks);
/// Reads a trace. `pattern`: a path; its last component may contain one `*`. The matching files, sorted by
/// name, are the ranks.
Program read_dumpi(std::filesystem::path const& pattern);

}  // namespace weft
