#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "weft/io/program/program.hpp"

namespace weft {

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
