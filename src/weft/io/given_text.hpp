// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <memory>
#include <string>

namespace weft {

/// A text that a program holds in place of a file, such as a communication matrix. While some copy of the
/// object lives, its path names the text wherever a file is read. Equal texts of equal names have equal
/// paths, so run ids depend on the text alone. Thread-safe.
class GivenText {
 public:
  /// `name`: the last part of the path, such as matrix.mtx.
  GivenText(std::string const& name, std::string text);

  std::filesystem::path const& path() const { return path_; }

 private:
  std::filesystem::path path_;
  std::shared_ptr<std::string const> text_;
};

/// The text of that path, if a program holds one.
std::shared_ptr<std::string const> find_given_text(std::filesystem::path const& path);

}  // namespace weft
