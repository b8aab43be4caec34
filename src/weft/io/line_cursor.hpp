#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "weft/io/line_reader.hpp"

namespace weft {

/// A position in the current line of a reader, for formats whose fields stand in brackets and quotes. Errors
/// name the line and the column of that position.
class LineCursor {
 public:
  explicit LineCursor(LineReader const& reader);

  bool at_end() const { return at_ == line_.size(); }
  void skip_blanks();
  /// The rest of the line.
  std::string_view rest() const { return line_.substr(at_); }
  /// Whether the rest begins with the text; if so, moves past it.
  bool accept(std::string_view text);
  /// The same for a text that a blank or the end of the line follows; skips blanks before and after it.
  bool accept_word(std::string_view text);
  /// Moves past the text, or fails with `problem`.
  void expect(std::string_view text, std::string_view problem);
  /// The text up to the next blank.
  std::string_view word();
  /// The text up to `end`, which the cursor moves past; fails with `problem` if it does not follow.
  std::string_view until(std::string_view end, std::string_view problem);
  /// A whole number in [low, high].
  std::uint64_t number(std::string_view what, std::uint64_t low, std::uint64_t high);
  /// A hexadecimal number of at most 64 bits, with or without 0x.
  std::uint64_t hex(std::string_view what);

  LineReader::Place place() const;
  [[noreturn]] void fail(std::string problem, std::string why = {}) const;
  /// Refuses the word at this position.
  [[noreturn]] void fail_unexpected(std::string why) const;

 private:
  LineReader const& reader_;
  std::string_view line_;
  std::size_t at_ = 0;
};

}  // namespace weft
