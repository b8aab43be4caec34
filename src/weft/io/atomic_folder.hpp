// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <list>

#include "weft/core/temporary_path.hpp"

namespace weft {

/// Throws InputError unless the folder can be created, or exists and is empty.
void require_new_folder(std::filesystem::path const& folder);

/// A folder under a temporary name next to the final one. commit() renames it; otherwise the destructor
/// removes it.
class AtomicFolder {
 public:
  /// Creates the temporary folder. Throws InputError on failure.
  explicit AtomicFolder(std::filesystem::path const& folder);
  ~AtomicFolder();
  AtomicFolder(AtomicFolder const&) = delete;
  AtomicFolder& operator=(AtomicFolder const&) = delete;

  /// Returns the temporary path of a file of the folder.
  std::filesystem::path operator/(char const* name) { return marks_.emplace_back(temporary_ / name).path(); }
  /// Throws InputError if the final name exists.
  void commit();

 private:
  std::filesystem::path folder_, temporary_;
  std::list<TemporaryPath> marks_;  ///< the folder, followed by its files
};

}  // namespace weft
