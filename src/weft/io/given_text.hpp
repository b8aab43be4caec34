// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <memory>
#include <string>

namespace weft {

/// A string in memory that can be read like a file, such as a communication matrix. Its path is valid while a
/// copy of the object exists. Equal strings with equal names have equal paths, so run ids depend only on the
/// text. Thread-safe.
class GivenText {
 public:
  /// `name`: last component of the path, such as matrix.mtx.
  GivenText(std::string const& name, std::string text);

  std::filesystem::path const& path() const { return path_; }

 private:
  std::filesystem::path path_;
  std::shared_ptr<std::string const> text_;
};

/// Returns the text with the given path, or null.
std::shared_ptr<std::string const> find_given_text(std::filesystem::path const& path);

}  // namespace weft
