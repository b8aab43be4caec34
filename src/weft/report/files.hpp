// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <vector>

#include "weft/core/result.hpp"
#include "weft/experiment/experiment.hpp"

namespace weft::report {

/// The files of a result: its tables as CSV, its arrays, and itself as result.json.
std::vector<OutputFile> files_of(Result const& result);

/// An SVG picture with a description that names the run that it shows, with its parameters; other files
/// unchanged.
OutputFile described(OutputFile file, Result const& result);

/// Writes files into a directory: all, or no file if one cannot be written. Removes files of an earlier call
/// that are not written again.
void write_files(std::filesystem::path const& folder, std::vector<OutputFile> const& files);

}  // namespace weft::report
