// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <list>

#include "weft/core/temporary_path.hpp"

namespace weft {

/// Throws InputError unless the folder is new or empty, and can be made.
void require_new_folder(std::filesystem::path const& folder);

/// A folder beside the place of another one, to which it moves on commit(); else it is removed.
class AtomicFolder {
 public:
  /// Throws InputError if it cannot be made.
  explicit AtomicFolder(std::filesystem::path const& folder);
  ~AtomicFolder();
  AtomicFolder(AtomicFolder const&) = delete;
  AtomicFolder& operator=(AtomicFolder const&) = delete;

  /// Where a file of the folder is written before commit().
  std::filesystem::path operator/(char const* name) { return marks_.emplace_back(temporary_ / name).path(); }
  /// Throws InputError if something has taken the place.
  void commit();

 private:
  std::filesystem::path folder_, temporary_;
  std::list<TemporaryPath> marks_;  ///< of the folder, then of its files
};

}  // namespace weft
