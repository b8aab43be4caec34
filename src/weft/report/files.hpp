// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <vector>

#include "weft/core/result.hpp"
#include "weft/experiment/experiment.hpp"

namespace weft::report {

/// Returns the files of a result: its tables as CSV, its arrays, and the result as result.json.
std::vector<OutputFile> files_of(Result const& result);

/// Adds a description of the run and of its parameters to an SVG picture; returns other files unchanged.
OutputFile described(OutputFile file, Result const& result);

/// Writes files into a directory: all of them or, if one cannot be written, no file. Removes files of an
/// earlier call that are not written again.
void write_files(std::filesystem::path const& folder, std::vector<OutputFile> const& files);

}  // namespace weft::report
