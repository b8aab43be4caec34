// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <vector>

#include "weft/core/result.hpp"
#include "weft/experiment/experiment.hpp"

namespace weft::report {

/// The files of a result: its tables as CSV, its arrays, and itself as result.json.
std::vector<OutputFile> files_of(Result const& result);

/// An SVG picture whose description names the run that it shows, with its parameters; other files as they
/// are.
OutputFile described(OutputFile file, Result const& result);

/// Writes files into a directory: all or, if one cannot be written, none. Removes those that an earlier call
/// left there and that are not written again.
void write_files(std::filesystem::path const& folder, std::vector<OutputFile> const& files);

}  // namespace weft::report
