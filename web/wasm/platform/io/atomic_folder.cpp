// SPDX-License-Identifier: Apache-2.0
#include "weft/io/atomic_folder.hpp"

#include "weft/core/error.hpp"
#include "weft/io/file.hpp"

namespace weft {

void require_new_folder(std::filesystem::path const& folder) {
  if (directory_exists(folder))
    throw InputError(folder.string() + " is not an empty folder", "Weft does not overwrite",
                     "choose another folder");
}

AtomicFolder::AtomicFolder(std::filesystem::path const& folder) : folder_(folder), temporary_(folder) {}
AtomicFolder::~AtomicFolder() = default;
void AtomicFolder::commit() {}

}  // namespace weft
