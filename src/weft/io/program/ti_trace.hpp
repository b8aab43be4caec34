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

/// A collective call of SimGrid's time-independent traces.
struct TiCollective {
  std::string_view name;
  CallKind kind;
};

std::span<TiCollective const> ti_collectives();
/// That with this name, if any, and whether it blocks: those that do not begin with an i.
std::pair<TiCollective const*, bool> ti_collective_named(std::string_view word);

/// The next word as a number of elements, at most 2^63 - 1.
double read_ti_count(LineReader& line);
/// Bytes of an element: of the data type that the next word numbers as SMPI does; `none` at the end of the
/// line.
double read_ti_type(LineReader& line, double none);
/// The rest of the line of a call among so many ranks. `compute` is in operations.
CollectiveCall read_ti_collective(LineReader& line, TiCollective const& action, std::uint32_t ranks,
                                  double no_type);

/// The lines of one rank, or of several, in a time-independent trace of SimGrid.
struct TraceText {
  std::string text, file;
};

/// Reads a time-independent trace (Desprez et al., ICPPW 2011; the actions of SMPI 3.32): `RANK ACTION ..` to
/// a line. Ranks are 0 .. the largest. `flops`: per second, of `compute`. Blocking calls wait for the end of
/// the call before, those after isend and irecv for its start only, and waits for the requests that they
/// name; waitany and waitsome for the first of those that no wait has named or taken. Tests and probes take
/// no time and end no request, as in SMPI's replay. SMPI does not record communicators: all collective calls
/// are taken to be of all ranks. Ssend is taken for a send. Throws InputError at file:line:column.
Program parse_ti_trace(std::vector<TraceText> const& texts, double flops);
/// `path`: a trace of all ranks, or a list of files with those of some, a name to a line.
Program read_ti_trace(std::filesystem::path const& path, double flops);

}  // namespace weft
