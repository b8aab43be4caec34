#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "weft/io/line_reader.hpp"

namespace weft {

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
