// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "weft/io/line_reader.hpp"
#include "weft/io/program/program.hpp"

namespace weft {

/// A collective call in SimGrid's time-independent traces.
struct TiCollective {
  std::string_view name;
  CallKind kind;
};

std::span<TiCollective const> ti_collectives();
/// Returns the call named `word`, or null, and whether it blocks: names of nonblocking calls begin with i.
std::pair<TiCollective const*, bool> ti_collective_named(std::string_view word);

/// Reads the next word as a number of elements, at most 2^63 - 1.
double read_ti_count(LineReader& line);
/// Returns the bytes of an element: of the data type with SMPI's number in the next word, or `none` at the
/// end of the line.
double read_ti_type(LineReader& line, double none);
/// Reads the rest of the line of a call among `ranks` ranks. `compute` is in operations.
CollectiveCall read_ti_collective(LineReader& line, TiCollective const& action, std::uint32_t ranks,
                                  double no_type);

/// Lines of one or more ranks of a time-independent trace.
struct TraceText {
  std::string text, file;
};

/// Parses a time-independent trace of SimGrid (Desprez et al., ICPPW 2011; the actions of SMPI 3.32): lines
/// `RANK ACTION ..`. Ranks are 0 .. the largest number. `flops`: operations per second of `compute`. A call
/// begins after the end of the previous call; after isend and irecv, after their start. Waits refer to the
/// requests that they name; waitany and waitsome to the first requests to end that no wait has named or
/// consumed. Tests and probes take no time and complete no request, as in SMPI's replay. SMPI does not record
/// communicators: all collective calls are assumed to be calls of all ranks. Ssend is replayed as send.
/// Throws InputError at file:line:column.
Program parse_ti_trace(std::vector<TraceText> const& texts, double flops);
/// Reads a trace. `path`: a trace of all ranks, or a list of files, one name per line, with the traces of
/// ranks.
Program read_ti_trace(std::filesystem::path const& path, double flops);

}  // namespace weft
