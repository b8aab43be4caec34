// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "weft/core/progress.hpp"
#include "weft/interop/opensm_files.hpp"

namespace weft {

/// Summary of the written folder.
struct OpensmFolder {
  std::uint64_t bytes = 0;
  std::vector<std::string> notes;
};

/// Writes fabric.net, fabric.lfts, fabric.qos (if packets have several service levels) and start.txt, the
/// command that starts OpenSM with these files. The folder appears either complete or not at all.
OpensmFolder write_opensm_folder(OpensmFiles const& files, std::filesystem::path const& folder,
                                 Progress& progress);

}  // namespace weft
