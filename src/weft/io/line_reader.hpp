// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace weft {

/// Reads text line by line and word by word. Error messages name file:line:column of the current word.
class LineReader {
 public:
  /// `comments`: a word that begins with one of these ends the line. `shape`: the form of a line, for error
  /// messages.
  struct Syntax {
    std::string_view shape;
    std::string_view comments = "#";
    std::string_view separators = " \t\r";
  };
  LineReader(std::string_view text, std::string_view file, Syntax syntax);

  /// Goes to the next line; false after the last.
  bool next_line();
  /// Goes to the next line that has a word.
  bool next_full_line();
  /// The current line, including comments.
  std::string_view line() const { return line_; }
  /// Whether no word is left on the line.
  bool at_end() const { return at_ == words_end_; }
  /// The number of words left on the line, the current one included.
  std::size_t words_left() const;
  /// Bytes from the current line to the end of the text: an upper bound on any count in a file.
  std::size_t bytes_left() const { return text_.size() - line_begin_; }

  /// The current word, without advancing.
  std::string_view peek() const;
  /// The next word; `what` names it in the error if it is missing.
  std::string_view word(std::string_view what);
  /// The next word as a whole number in [low, high]: see whole_number_in.
  std::uint64_t number(std::string_view what, std::uint64_t low, std::uint64_t high);
  /// The next word as a weight: positive, finite.
  double weight(std::string_view what = "weight");
  /// Refuses further words on the line.
  void end_line() const;

  struct Place {
    std::uint32_t line = 0, column = 0;
  };
  /// The position of the current word.
  Place place() const;
  [[noreturn]] void fail(std::string problem, std::string why = {}, std::string suggestion = {}) const;
  [[noreturn]] void fail_at(Place place, std::string problem, std::string why = {}) const;

 private:
  void skip_separators();

  std::string_view text_, file_;
  Syntax syntax_;
  std::string_view line_;
  std::size_t number_ = 0, line_begin_ = 0, next_ = 0, at_ = 0, words_end_ = 0;
};

/// Reads a whole number as programs write it: digits, or a double without a fraction, such as 5e4 and
/// 1000000.0. Returns nullopt for any other text, and 2^64 - 1 for a number beyond 64 bits.
std::optional<std::uint64_t> whole_number_in(std::string_view word);

/// A weight as text: positive and finite. Throws InputError without a place.
double parse_weight(std::string_view what, std::string_view word);

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
