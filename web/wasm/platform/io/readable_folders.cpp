// SPDX-License-Identifier: Apache-2.0
#include "weft/io/readable_folders.hpp"

// There are only the files that the page gives.
namespace weft {

void read_only_below(std::vector<std::filesystem::path>) {}
bool may_read(std::filesystem::path const&) { return true; }
void require_may_read(std::filesystem::path const&) {}
void require_may_read_below(std::filesystem::path const&) {}

}  // namespace weft
