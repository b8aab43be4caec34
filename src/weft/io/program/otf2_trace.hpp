// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>

#include "weft/io/program/program.hpp"

namespace weft {

/// Returns whether this build contains the OTF2 library.
bool has_otf2();

/// Reads a trace of the Open Trace Format 2 (Eschweiler et al., ParCo 2011) through its library, as Score-P
/// writes it. `path`: the anchor file, traces.otf2. The time of a process outside of MPI regions is
/// computation; other threads are ignored. Messages of one region begin simultaneously. Sizes of collective
/// calls are counted as in Score-P, which does not record the individual sizes of alltoallv and scatterv:
/// they are assumed to be equal. Nonblocking collective calls begin where they end. Throws InputError with
/// the path; in a build without the library, the error names the package.
Program read_otf2(std::filesystem::path const& path);

}  // namespace weft
