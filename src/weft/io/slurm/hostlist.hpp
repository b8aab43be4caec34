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

/// The maximum number of names that one bracket of a hostlist stands for, as in Slurm.
inline constexpr std::size_t most_in_range = 65536;

/// Gives every name of a hostlist of Slurm, such as `a[1-3,07],b`, to `take`, with the position in the text
/// of the part that it stands in. Brackets hold numbers and ranges of numbers; the digits of the lower end of
/// a range are the minimum digits of its numbers. Of several brackets in a part the last one changes first.
/// Throws InputError at place(position) for malformed text.
void expand_hostlist(std::string_view text, std::function<std::string(std::size_t)> const& place,
                     std::function<void(std::string name, std::size_t position)> const& take);

/// The hostlist of these names in this order: neighbors that differ in a number at the end share a bracket.
std::string hostlist_of(std::span<std::string const> names);

/// Whether Slurm takes the text as one name: letters, digits, `-`, `_` and `.`, at most 64.
bool is_host_name(std::string_view text);

/// `key=value` of a line, with the positions of both in the line.
struct ConfigurationSetting {
  std::string_view key, value;
  std::size_t key_at = 0, value_at = 0;
};

/// The lines of a configuration file of Slurm: without comments, which `#` begins, and with the lines that
/// continue them after a `\`. Blanks may surround the `=` of a setting, and quotes its value.
class ConfigurationLines {
 public:
  ConfigurationLines(std::string_view text, std::string_view file);

  /// Goes to the next line; false after the last.
  bool next();
  /// The next setting of the line, which lasts until next(); nothing at its end. Throws InputError for
  /// anything else.
  std::optional<ConfigurationSetting> setting();
  /// The place of a position in the line.
  LineReader::Place place(std::size_t at) const;
  LineReader const& reader() const { return reader_; }

 private:
  /// A piece of the line: the position where it begins, and its line in the file.
  struct Piece {
    std::size_t at;
    std::uint32_t line;
  };
  void add_piece();
  std::size_t skip_blanks(std::size_t at) const;
  [[noreturn]] void fail_unexpected(std::size_t at) const;

  LineReader reader_;
  std::string_view text_;
  std::size_t at_ = 0;  // in the text
  std::string joined_;  // the text of a line that is continued
  std::vector<Piece> pieces_;
};

}  // namespace weft
