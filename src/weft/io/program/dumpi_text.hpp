// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "weft/io/program/program.hpp"

namespace weft {

/// The text of one rank.
struct DumpiText {
  std::string text, file;
};

/// Reads what dumpi2ascii of SST prints of a trace by DUMPI, the calls of MPI of each rank in the order of
/// the ranks. The time between two calls is computing. Communicators made by dup, split, create and
/// Cart_create, derived data types and requests are followed by their numbers; Waitany and the like wait
/// for what they waited for when recorded. Calls of one-sided communication, files and processes are
/// refused. Throws InputError at file:line:column.
Program parse_dumpi(std::vector<DumpiText> const& ranks);
/// `pattern`: a path whose last part may have one `*`; the files are those of the ranks in the order of their
/// names.
Program read_dumpi(std::filesystem::path const& pattern);

}  // namespace weft
