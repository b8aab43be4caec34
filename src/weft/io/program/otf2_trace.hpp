// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>

#include "weft/io/program/program.hpp"

namespace weft {

/// Whether this build has the library of OTF2.
bool has_otf2();

/// Reads a trace of the Open Trace Format 2 by its library (Eschweiler et al., ParCo 2011), as Score-P
/// writes it. `path`: the anchor file, traces.otf2. The time of a process outside of regions of MPI is
/// computing, that of its other threads is not looked at. Messages of one region begin together. Sizes of
/// collective calls are counted as Score-P does, which does not tell single ones of alltoallv and scatterv:
/// they are taken to be equal. Nonblocking collective calls begin where they end. Throws InputError with
/// the path; in a build without the library it names the package.
Program read_otf2(std::filesystem::path const& path);

}  // namespace weft
