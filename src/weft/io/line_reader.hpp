// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace weft {

/// Reader of text, line by line and word by word. Errors contain file:line:column of the current word.
class LineReader {
 public:
  /// Syntax of lines. `comments`: a word that begins with one of these characters ends the line. `shape`: the
  /// form of a line, for error messages.
  struct Syntax {
    std::string_view shape;
    std::string_view comments = "#";
    std::string_view separators = " \t\r";
  };
  LineReader(std::string_view text, std::string_view file, Syntax syntax);

  /// Advances to the next line. Returns false after the last.
  bool next_line();
  /// Advances to the next line that contains a word. Returns false after the last.
  bool next_full_line();
  /// Returns the current line, including comments.
  std::string_view line() const { return line_; }
  /// Returns whether all words of the line have been read.
  bool at_end() const { return at_ == words_end_; }
  /// Returns the number of remaining words on the line, including the current one.
  std::size_t remaining_words() const;
  /// Returns the number of bytes from the current line to the end of the text: an upper bound on any count in
  /// a file.
  std::size_t bytes_left() const { return text_.size() - line_begin_; }

  /// Returns the current word without advancing.
  std::string_view peek() const;
  /// Returns the next word. `what`: name of the word in the error if the line has ended.
  std::string_view word(std::string_view what);
  /// Returns the next word as a whole number in [low, high]: see whole_number_in.
  std::uint64_t number(std::string_view what, std::uint64_t low, std::uint64_t high);
  /// Returns the next word as a weight: positive and finite.
  double weight(std::string_view what = "weight");
  /// Throws InputError if the line contains another word.
  void end_line() const;

  struct Place {
    std::uint32_t line = 0, column = 0;
  };
  /// Returns the position of the current word.
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

/// Parses a whole number as programs write it: digits, or a floating-point number without a fraction, such as
/// 5e4 and 1000000.0. Returns nullopt for any other text, and 2^64 - 1 for a number of more than 64 bits.
std::optional<std::uint64_t> whole_number_in(std::string_view word);

/// Parses a weight, which is positive and finite. Throws InputError without a position.
double parse_weight(std::string_view what, std::string_view word);

/// A position in the current line of a reader, for formats with brackets and quotes. Errors contain the line
/// and the column of the position.
class LineCursor {
 public:
  explicit LineCursor(LineReader const& reader);

  bool at_end() const { return at_ == line_.size(); }
  void skip_blanks();
  /// Returns the rest of the line.
  std::string_view rest() const { return line_.substr(at_); }
  /// Returns whether the rest begins with the text; if so, moves past it.
  bool accept(std::string_view text);
  /// Accepts a string that is followed by a blank or the end of the line; skips blanks before and after it.
  bool accept_word(std::string_view text);
  /// Moves past the text, or fails with `problem`.
  void expect(std::string_view text, std::string_view problem);
  /// Returns the text up to the next blank.
  std::string_view word();
  /// Returns the text up to `end`, and moves past `end`. Fails with `problem` if `end` is missing.
  std::string_view until(std::string_view end, std::string_view problem);
  /// Reads a whole number in [low, high].
  std::uint64_t number(std::string_view what, std::uint64_t low, std::uint64_t high);
  /// Reads a hexadecimal number of at most 64 bits, with or without 0x.
  std::uint64_t hex(std::string_view what);

  LineReader::Place place() const;
  [[noreturn]] void fail(std::string problem, std::string why = {}) const;
  /// Throws InputError about the word at the cursor.
  [[noreturn]] void fail_unexpected(std::string why) const;

 private:
  /// Throws InputError about the word at the cursor as the value of `what`.
  [[noreturn]] void fail_value(std::string_view what, std::string why) const;

  LineReader const& reader_;
  std::string_view line_;
  std::size_t at_ = 0;
};

}  // namespace weft
