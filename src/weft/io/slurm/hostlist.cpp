// SPDX-License-Identifier: Apache-2.0
#include "weft/io/slurm/hostlist.hpp"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <vector>

#include <fmt/format.h>

#include "weft/core/error.hpp"

namespace weft {
namespace {

constexpr std::string_view decimal_digits = "0123456789";
/// Maximum digits of numbers in brackets; Slurm treats longer ones as part of the name.
constexpr std::size_t max_digits = 7;
constexpr std::size_t max_name_characters = 64;

constexpr bool is_name_character(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' || c == '_' ||
         c == '.';
}

std::string padded(std::uint32_t number, std::size_t width) { return fmt::format("{:0{}}", number, width); }

/// One part of a hostlist, between commas: the strings around its brackets, and the numbers in each bracket.
class HostlistPart {
 public:
  HostlistPart(std::string_view text, std::size_t position,
               std::function<std::string(std::size_t)> const& place)
      : text_(text), position_(position), place_(place) {
    std::size_t at = 0;
    while (true) {
      auto const bracket = std::min(text_.find('[', at), text_.size());
      add_text(at, bracket);
      if (bracket == text_.size()) break;
      at = add_bracket(bracket + 1);
    }
  }

  void expand(std::function<void(std::string, std::size_t)> const& take) const {
    std::vector<std::size_t> chosen(brackets_.size(), 0);
    for (std::size_t i = 0; i < count_; ++i) {
      std::string name = texts_[0];
      for (std::size_t b = 0; b < brackets_.size(); ++b) {
        name += brackets_[b][chosen[b]];
        name += texts_[b + 1];
      }
      check_length(name.size());
      take(std::move(name), position_);
      for (auto b = brackets_.size(); b-- > 0;) {
        if (++chosen[b] < brackets_[b].size()) break;
        chosen[b] = 0;
      }
    }
  }

 private:
  [[noreturn]] void fail(std::size_t at, std::string problem, std::string why) const {
    throw InputError(std::move(problem), std::move(why), {}, place_(position_ + at));
  }

  void add_text(std::size_t begin, std::size_t end) {
    for (auto at = begin; at < end; ++at)
      if (!is_name_character(text_[at]))
        fail(at, fmt::format("unexpected '{}'", shown(text_.substr(at, 1))),
             "names consist of letters, digits, '-', '_' and '.'");
    shortest_ += end - begin + 1;  // a bracket produces at least one digit
    check_length(shortest_ - 1);
    texts_.emplace_back(text_.substr(begin, end - begin));
  }

  void check_length(std::size_t size) const {
    if (size > max_name_characters)
      fail(0, fmt::format("name '{}' is too long", shown(text_)),
           fmt::format("the maximum is {} characters", max_name_characters));
  }

  /// Returns the position after the bracket that begins before `at`.
  std::size_t add_bracket(std::size_t at) {
    auto const end = text_.find(']', at);
    if (end == std::string_view::npos)
      fail(at - 1, "expected a closing bracket", "a hostlist has the form a[1-3,07],b");
    auto& numbers = brackets_.emplace_back();
    while (at <= end) {
      auto const comma = std::min(text_.find(',', at), end);
      add_range(at, comma, numbers);
      at = comma + 1;
    }
    count_ *= numbers.size();
    if (count_ > max_in_range)
      fail(0, "the list has too many names",
           fmt::format("the maximum is {} names per range or part", max_in_range));
    return end + 1;
  }

  void add_range(std::size_t begin, std::size_t end, std::vector<std::string>& numbers) const {
    auto const dash = std::min(text_.substr(0, end).find('-', begin), end);
    auto const low = number(begin, dash), high = dash == end ? low : number(dash + 1, end);
    if (high < low)
      fail(begin, fmt::format("range={}", shown(text_.substr(begin, end - begin))),
           "the end must not be less than the start");
    if (numbers.size() + (high - low) >= max_in_range)
      fail(begin, "the list has too many names",
           fmt::format("the maximum is {} names per range or part", max_in_range));
    for (auto value = low; value <= high; ++value) numbers.push_back(padded(value, dash - begin));
  }

  std::uint32_t number(std::size_t begin, std::size_t end) const {
    std::uint32_t value = 0;
    auto const word = text_.substr(begin, end - begin);
    if (word.empty() || word.find_first_not_of(decimal_digits) != std::string_view::npos)
      fail(begin, fmt::format("unexpected '{}'", shown(word)), "brackets contain numbers, as in a[1-3,07],b");
    if (word.size() > max_digits)
      fail(begin, fmt::format("number {} is too long", shown(word)),
           fmt::format("the maximum is {} digits", max_digits));
    std::from_chars(word.data(), word.data() + word.size(), value);
    return value;
  }

  std::string_view text_;
  std::size_t position_;
  std::function<std::string(std::size_t)> const& place_;
  std::vector<std::string> texts_;  // before, between and after the brackets
  std::vector<std::vector<std::string>> brackets_;
  std::size_t count_ = 1, shortest_ = 0;
};

/// Returns the position of the next comma outside of brackets, or the end.
std::size_t end_of_part(std::string_view text, std::size_t at) {
  for (bool inside = false; at < text.size(); ++at) {
    if (text[at] == '[') inside = true;
    if (text[at] == ']') inside = false;
    if (text[at] == ',' && !inside) return at;
  }
  return text.size();
}

/// A name, split into a prefix and the number at its end.
struct NumberedName {
  std::string_view prefix, number;

  explicit NumberedName(std::string_view name) {
    auto const last = name.find_last_not_of(decimal_digits);
    auto begin = last == std::string_view::npos ? 0 : last + 1;
    if (name.size() - begin > max_digits) begin = name.size();
    prefix = name.substr(0, begin);
    number = name.substr(begin);
  }
  std::uint32_t value() const {
    std::uint32_t result = 0;
    std::from_chars(number.data(), number.data() + number.size(), result);
    return result;
  }
  /// Returns whether `next` has the next number in a range with a lower end of `width` digits.
  bool precedes(NumberedName const& next, std::size_t width) const {
    return next.number.size() <= max_digits && next.number == padded(value() + 1, width);
  }
};

}  // namespace

void expand_hostlist(std::string_view text, std::function<std::string(std::size_t)> const& place,
                     std::function<void(std::string, std::size_t)> const& take) {
  for (std::size_t at = 0; at <= text.size();) {
    auto const end = end_of_part(text, at);
    if (end == at)
      throw InputError("a name is missing", "a hostlist has the form a[1-3,07],b", {}, place(at));
    HostlistPart(text.substr(at, end - at), at, place).expand(take);
    at = end + 1;
  }
}

std::string to_hostlist(std::span<std::string const> names) {
  std::string out;
  for (std::size_t i = 0; i < names.size();) {
    NumberedName const first(names[i]);
    auto end = i + 1;
    auto const shares = [&](std::string const& name) {
      NumberedName const next(name);
      return !first.prefix.empty() && !first.number.empty() && !next.number.empty() &&
             next.prefix == first.prefix;
    };
    while (end < names.size() && end - i < max_in_range && shares(names[end])) ++end;
    if (!out.empty()) out += ',';
    if (end == i + 1) {
      out += names[i++];
      continue;
    }
    out += fmt::format("{}[", first.prefix);
    for (bool started = false; i < end; started = true) {
      NumberedName const low(names[i]);
      NumberedName high = low;
      for (++i; i < end && high.precedes(NumberedName(names[i]), low.number.size()); ++i)
        high = NumberedName(names[i]);
      out += fmt::format("{}{}", started ? "," : "", low.number);
      if (high.number != low.number) out += fmt::format("-{}", high.number);
    }
    out += ']';
  }
  return out;
}

bool is_host_name(std::string_view text) {
  return !text.empty() && text.size() <= max_name_characters && std::ranges::all_of(text, is_name_character);
}

namespace {

constexpr std::string_view blanks_of_slurm = " \t\r";

/// Returns the line without its comment and trailing blanks.
std::string_view content_of(std::string_view line) {
  line = line.substr(0, line.find('#'));
  return line.substr(0, line.find_last_not_of(blanks_of_slurm) + 1);
}

constexpr bool is_key_character(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '.';
}

}  // namespace

ConfigurationLines::ConfigurationLines(std::string_view text, std::string_view file)
    : reader_(text, file, {.shape = {}, .comments = ""}) {}

void ConfigurationLines::add_piece() {
  if (!pieces_.empty() && pieces_.back().at == joined_.size()) pieces_.pop_back();
  pieces_.push_back({joined_.size(), reader_.place().line});
  text_ = content_of(reader_.line());
}

bool ConfigurationLines::next() {
  if (!reader_.next_line()) return false;
  at_ = 0;
  joined_.clear();
  pieces_.clear();
  add_piece();
  if (!text_.ends_with('\\')) return true;
  while (text_.ends_with('\\')) {
    joined_ += text_.substr(0, text_.size() - 1);
    text_ = {};
    if (!reader_.next_line()) break;
    add_piece();
  }
  joined_ += text_;
  text_ = joined_;
  return true;
}

LineReader::Place ConfigurationLines::place(std::size_t at) const {
  auto const after = std::ranges::upper_bound(pieces_, at, {}, &Piece::at);
  auto const& piece = *std::prev(after);
  return {piece.line, static_cast<std::uint32_t>(at - piece.at + 1)};
}

std::size_t ConfigurationLines::skip_blanks(std::size_t at) const {
  return std::min(text_.find_first_not_of(blanks_of_slurm, at), text_.size());
}

void ConfigurationLines::fail_unexpected(std::size_t at) const {
  auto const word = text_.substr(at, text_.find_first_of(blanks_of_slurm, at) - at);
  reader_.fail_at(place(at),
                  word.empty() ? "the line is incomplete" : fmt::format("unexpected '{}'", shown(word)),
                  "a line has the form `SwitchName=s Nodes=a[1-3]` or `SwitchName=s Switches=t,u`");
}

std::optional<ConfigurationSetting> ConfigurationLines::setting() {
  at_ = skip_blanks(at_);
  if (at_ == text_.size()) return {};
  ConfigurationSetting result;
  result.key_at = at_;
  auto end = at_;
  while (end < text_.size() && is_key_character(text_[end])) ++end;
  result.key = text_.substr(at_, end - at_);
  end = skip_blanks(end);
  if (result.key.empty() || end == text_.size() || text_[end] != '=') fail_unexpected(at_);
  result.value_at = skip_blanks(end + 1);
  bool const quoted = result.value_at < text_.size() && text_[result.value_at] == '"';
  if (quoted) ++result.value_at;
  end = std::min(text_.find_first_of(quoted ? "\"" : blanks_of_slurm, result.value_at), text_.size());
  if (quoted && end == text_.size()) reader_.fail_at(place(result.value_at - 1), "expected a closing quote");
  result.value = text_.substr(result.value_at, end - result.value_at);
  if (result.value.empty())
    reader_.fail_at(place(result.value_at), fmt::format("{} has no value", result.key));
  at_ = quoted ? end + 1 : end;
  if (at_ < text_.size() && skip_blanks(at_) == at_) fail_unexpected(at_);
  return result;
}

}  // namespace weft
