#include "weft/io/line_cursor.hpp"

#include <algorithm>
#include <charconv>

#include <fmt/format.h>

#include "weft/core/error.hpp"

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
  if (error == std::errc::invalid_argument) fail(fmt::format("no {}", what), "must be a whole number");
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
  fail(error == std::errc::invalid_argument ? fmt::format("no {}", what)
                                            : fmt::format("{}={}", what, shown({begin, end})),
       "must be a hexadecimal number of at most 64 bits");
}

LineReader::Place LineCursor::place() const {
  return {reader_.place().line, static_cast<std::uint32_t>(at_ + 1)};
}

void LineCursor::fail(std::string problem, std::string why) const {
  reader_.fail_at(place(), std::move(problem), std::move(why));
}

void LineCursor::fail_unexpected(std::string why) const {
  fail(fmt::format("unexpected '{}'", shown(LineCursor(*this).word())), std::move(why));
}

}  // namespace weft
