#include "weft/io/line_reader.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>

#include <fmt/format.h>

#include "weft/core/error.hpp"
#include "weft/core/interrupt.hpp"

namespace weft {
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

std::size_t LineReader::words_left() const {
  LineReader rest(*this);
  std::size_t words = 0;
  for (; !rest.at_end(); ++words) rest.word({});
  return words;
}

std::string_view LineReader::word(std::string_view what) {
  if (at_end()) fail(fmt::format("no {}: the line is incomplete", what), std::string(syntax_.shape));
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
