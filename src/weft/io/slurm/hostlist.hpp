// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "weft/io/line_reader.hpp"

namespace weft {

/// The maximum number of names that one bracket of a hostlist may expand to, as in Slurm.
inline constexpr std::size_t max_in_range = 65536;

/// Calls `take` for each name of a Slurm hostlist such as `a[1-3,07],b`, with the position of the name's part
/// in the text. Brackets contain numbers and ranges of numbers; the lower end of a range determines the
/// minimum number of digits. If a part has several brackets, the last one varies fastest. Throws InputError
/// at place(position) for malformed text.
void expand_hostlist(std::string_view text, std::function<std::string(std::size_t)> const& place,
                     std::function<void(std::string name, std::size_t position)> const& take);

/// Returns the hostlist of `names`, in order. Consecutive names that differ in a number at the end share a
/// bracket.
std::string to_hostlist(std::span<std::string const> names);

/// Returns whether the text is a valid name for Slurm: letters, digits, `-`, `_` and `.`, at most 64.
bool is_host_name(std::string_view text);

/// A setting `key=value`, with the positions of key and value in the line.
struct ConfigurationSetting {
  std::string_view key, value;
  std::size_t key_at = 0, value_at = 0;
};

/// Lines of a Slurm configuration file, without comments, which `#` begins, and joined with their
/// continuations after a `\`. A setting may have blanks around the `=` and quotes around the value.
class ConfigurationLines {
 public:
  ConfigurationLines(std::string_view text, std::string_view file);

  /// Advances to the next line. Returns false after the last.
  bool next();
  /// Returns the next setting of the line, which is valid until next(); nullopt at the end of the line.
  /// Throws InputError for other text.
  std::optional<ConfigurationSetting> setting();
  /// Converts a position in the line to a position in the file.
  LineReader::Place place(std::size_t at) const;
  LineReader const& reader() const { return reader_; }

 private:
  /// A piece of the line: its first position, and its line in the file.
  struct Piece {
    std::size_t at;
    std::uint32_t line;
  };
  void add_piece();
  std::size_t skip_blanks(std::size_t at) const;
  [[noreturn]] void fail_unexpected(std::size_t at) const;

  LineReader reader_;
  std::string_view text_;
  std::size_t at_ = 0;  // position in the text
  std::string joined_;  // text of a continued line
  std::vector<Piece> pieces_;
};

}  // namespace weft
