#pragma once

#include <filesystem>

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
  std::filesystem::path operator/(char const* name) const { return temporary_ / name; }
  /// Throws InputError if something has taken the place.
  void commit();

 private:
  std::filesystem::path folder_, temporary_;
};

}  // namespace weft
