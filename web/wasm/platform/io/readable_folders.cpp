// SPDX-License-Identifier: Apache-2.0
#include "weft/io/readable_folders.hpp"

// There are only the files that the page gives.
namespace weft {

void restrict_reads(std::vector<std::filesystem::path>) {}
bool is_read_allowed(std::filesystem::path const&) { return true; }
void require_read_access(std::filesystem::path const&) {}
void require_read_access_below(std::filesystem::path const&) {}

}  // namespace weft
