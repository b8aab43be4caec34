// SPDX-License-Identifier: Apache-2.0
#include "weft/io/line_reader.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>

#include <fmt/format.h>

#include "weft/core/error.hpp"
#include "weft/core/interrupt.hpp"

namespace weft {
namespace {

constexpr std::string_view blanks = " \t";

std::string_view without_end(std::string_view line) {
  while (!line.empty() && (line.back() == '\r' || blanks.find(line.back()) != std::string_view::npos))
    line.remove_suffix(1);
  return line;
}

}  // namespace

LineCursor::LineCursor(LineReader const& reader) : reader_(reader), line_(without_end(reader.line())) {
  skip_blanks();
}

void LineCursor::skip_blanks() { at_ = std::min(line_.find_first_not_of(blanks, at_), line_.size()); }

bool LineCursor::accept(std::string_view text) {
  if (!rest().starts_with(text)) return false;
  at_ += text.size();
  return true;
}

bool LineCursor::accept_word(std::string_view text) {
  skip_blanks();
  auto const after = at_ + text.size();
  bool const ends = after >= line_.size() || blanks.find(line_[after]) != std::string_view::npos;
  if (!ends || !accept(text)) return false;
  skip_blanks();
  return true;
}

void LineCursor::expect(std::string_view text, std::string_view problem) {
  if (!accept(text)) fail(std::string(problem));
}

std::string_view LineCursor::word() {
  auto const end = std::min(line_.find_first_of(blanks, at_), line_.size());
  auto const taken = line_.substr(at_, end - at_);
  at_ = end;
  return taken;
}

std::string_view LineCursor::until(std::string_view end, std::string_view problem) {
  auto const found = line_.find(end, at_);
  if (found == std::string_view::npos) fail(std::string(problem));
  auto const taken = line_.substr(at_, found - at_);
  at_ = found + end.size();
  return taken;
}

std::uint64_t LineCursor::number(std::string_view what, std::uint64_t low, std::uint64_t high) {
  std::uint64_t value = 0;
  auto const* const begin = line_.data() + at_;
  auto const [end, error] = std::from_chars(begin, line_.data() + line_.size(), value);
  if (error == std::errc::invalid_argument) fail_value(what, "must be a whole number");
  if (error != std::errc{} || value < low || value > high)
    fail(fmt::format("{}={}", what, shown({begin, end})), fmt::format("must be in [{}, {}]", low, high));
  at_ += static_cast<std::size_t>(end - begin);
  return value;
}

std::uint64_t LineCursor::hex(std::string_view what) {
  auto const start = at_;
  accept("0x");
  std::uint64_t value = 0;
  auto const* const begin = line_.data() + at_;
  auto const [end, error] = std::from_chars(begin, line_.data() + line_.size(), value, 16);
  if (error == std::errc{}) {
    at_ += static_cast<std::size_t>(end - begin);
    return value;
  }
  at_ = start;
  fail_value(what, "must be a hexadecimal number of at most 64 bits");
}

LineReader::Place LineCursor::place() const {
  return {reader_.place().line, static_cast<std::uint32_t>(at_ + 1)};
}

void LineCursor::fail(std::string problem, std::string why) const {
  reader_.fail_at(place(), std::move(problem), std::move(why));
}

void LineCursor::fail_value(std::string_view what, std::string why) const {
  auto const word = LineCursor(*this).word();
  fail(
      word.empty() ? fmt::format("the field '{}' is missing", what) : fmt::format("{}={}", what, shown(word)),
      std::move(why));
}

void LineCursor::fail_unexpected(std::string why) const {
  fail(fmt::format("unexpected '{}'", shown(LineCursor(*this).word())), std::move(why));
}

namespace {

bool is_negative(std::string_view word) {
  return word.size() > 1 && word[0] == '-' &&
         word.find_first_not_of("0123456789", 1) == std::string_view::npos;
}

}  // namespace

LineReader::LineReader(std::string_view text, std::string_view file, Syntax syntax)
    : text_(text), file_(file), syntax_(syntax) {}

bool LineReader::next_line() {
  if (next_ == text_.size()) {
    line_begin_ = next_;
    return false;
  }
  if (++number_ % 4096 == 0) throw_if_interrupted();
  line_begin_ = next_;
  std::size_t const end = std::min(text_.find('\n', next_), text_.size());
  line_ = text_.substr(next_, end - next_);
  next_ = std::min(end + 1, text_.size());
  words_end_ = line_.size();
  at_ = 0;
  skip_separators();
  return true;
}

bool LineReader::next_full_line() {
  while (next_line())
    if (!at_end()) return true;
  return false;
}

void LineReader::skip_separators() {
  at_ = std::min(line_.find_first_not_of(syntax_.separators, at_), words_end_);
  if (at_ < words_end_ && syntax_.comments.find(line_[at_]) != std::string_view::npos) words_end_ = at_;
}

std::string_view LineReader::peek() const {
  auto const end = std::min(line_.find_first_of(syntax_.separators, at_), words_end_);
  return line_.substr(at_, end - at_);
}

std::size_t LineReader::remaining_words() const {
  LineReader rest(*this);
  std::size_t words = 0;
  for (; !rest.at_end(); ++words) rest.word({});
  return words;
}

std::string_view LineReader::word(std::string_view what) {
  if (at_end())
    fail(fmt::format("the field '{}' is missing: the line is incomplete", what), std::string(syntax_.shape));
  auto const taken = peek();
  at_ += taken.size();
  skip_separators();
  return taken;
}

std::uint64_t LineReader::number(std::string_view what, std::uint64_t low, std::uint64_t high) {
  auto const begin = at_;
  auto const taken = word(what);
  auto const value = whole_number_in(taken);
  if (value && *value >= low && *value <= high) return *value;
  at_ = begin;
  fail(fmt::format("{}={}", what, shown(taken)), !value && !is_negative(taken)
                                                     ? "must be a whole number"
                                                     : fmt::format("must be in [{}, {}]", low, high));
}

double LineReader::weight(std::string_view what) {
  auto const begin = at_;
  auto const taken = word(what);
  try {
    return parse_weight(what, taken);
  } catch (InputError const& error) {
    at_ = begin;
    fail(error.problem, error.why);
  }
}

void LineReader::end_line() const {
  if (!at_end()) fail(fmt::format("unexpected '{}'", shown(peek())), std::string(syntax_.shape));
}

LineReader::Place LineReader::place() const {
  return {static_cast<std::uint32_t>(number_), static_cast<std::uint32_t>(at_ + 1)};
}

void LineReader::fail(std::string problem, std::string why, std::string suggestion) const {
  throw InputError(std::move(problem), std::move(why), std::move(suggestion),
                   fmt::format("{}:{}:{}", file_, std::max(number_, std::size_t{1}), at_ + 1));
}

void LineReader::fail_at(Place place, std::string problem, std::string why) const {
  throw InputError(std::move(problem), std::move(why), {},
                   fmt::format("{}:{}:{}", file_, place.line, place.column));
}

std::optional<std::uint64_t> whole_number_in(std::string_view word) {
  auto const* const end = word.data() + word.size();
  std::uint64_t digits = 0;
  auto const [rest, error] = std::from_chars(word.data(), end, digits);
  if (rest == end && error == std::errc{}) return digits;
  if (rest == end && error == std::errc::result_out_of_range) return ~std::uint64_t{0};
  double value = -1;
  auto const [after, wrong] = std::from_chars(word.data(), end, value);
  if (wrong != std::errc{} || after != end || word.starts_with('-') || value != std::floor(value)) return {};
  return value < 0x1p64 ? static_cast<std::uint64_t>(value) : ~std::uint64_t{0};
}

double parse_weight(std::string_view what, std::string_view word) {
  double value = 0;
  auto const [rest, error] = std::from_chars(word.data(), word.data() + word.size(), value);
  bool const read = error == std::errc{} && rest == word.data() + word.size();
  if (!read || !std::isfinite(value) || value < 1e-12 || value > 1e15)
    throw InputError(fmt::format("{}={}", what, shown(word)), "must be a number in [1e-12, 1e15]");
  return value;
}

}  // namespace weft
