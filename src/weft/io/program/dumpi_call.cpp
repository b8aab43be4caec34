#include "weft/io/program/dumpi_call.hpp"

#include <algorithm>
#include <charconv>
#include <limits>
#include <optional>

#include <fmt/format.h>

#include "weft/core/error.hpp"
#include "weft/core/number.hpp"

namespace weft {
namespace {

constexpr std::string_view entering = " entering at walltime ", returning = " returning at walltime ";

/// `8153.033455000, cputime ..` in ns, if it is a time.
std::optional<std::int64_t> time_in(std::string_view text) {
  constexpr std::int64_t most_seconds = 9'000'000'000;
  constexpr std::size_t digits = 9;
  std::int64_t seconds = 0, rest = 0;
  auto const* const end = text.data() + text.size();
  auto const whole = std::from_chars(text.data(), end, seconds);
  if (whole.ec != std::errc{} || seconds < 0 || seconds > most_seconds || whole.ptr == end) return {};
  if (*whole.ptr == ',') return seconds * 1'000'000'000;
  if (*whole.ptr != '.') return {};
  std::string_view fraction(whole.ptr + 1, static_cast<std::size_t>(end - whole.ptr - 1));
  fraction = fraction.substr(0, std::min(fraction.find(','), digits));
  auto const part = std::from_chars(fraction.data(), fraction.data() + fraction.size(), rest);
  if (part.ec != std::errc{} || part.ptr != fraction.data() + fraction.size() || rest < 0) return {};
  for (auto i = fraction.size(); i < digits; ++i) rest *= 10;
  return seconds * 1'000'000'000 + rest;
}

/// The number that a text begins with.
std::optional<std::int64_t> number_at(std::string_view& text) {
  std::int64_t value = 0;
  auto const [rest, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{}) return {};
  text.remove_prefix(static_cast<std::size_t>(rest - text.data()));
  return value;
}

}  // namespace

bool DumpiCall::read(LineReader& line) {
  line_ = &line;
  arguments_.clear();
  auto at = std::string_view::npos;
  while (at == std::string_view::npos) {
    if (!line.next_line()) return false;
    at = line.line().find(entering);
  }
  place_ = line.place();
  place_.column = 1;
  name = line.line().substr(0, at);
  auto const time_of = [&](std::string_view mark) {
    auto const text = line.line().substr(line.line().find(mark) + mark.size());
    auto const time = time_in(text);
    if (!time) line.fail(fmt::format("'{}' as a wall time", shown(text.substr(0, text.find(' ')))));
    return *time;
  };
  entered = time_of(entering);
  while (true) {
    if (!line.next_line()) fail(fmt::format("{} does not return", shown(name)), "the file ends");
    auto text = line.line();
    if (text.ends_with('\r')) text.remove_suffix(1);
    if (text.find(entering) != std::string_view::npos) fail(fmt::format("{} does not return", shown(name)));
    if (auto const end = text.find(returning); end != std::string_view::npos) {
      if (text.substr(0, end) != name)
        line.fail(fmt::format("{} returns from {}", shown(text.substr(0, end)), shown(name)));
      left = time_of(returning);
      if (left < entered) line.fail("the wall time goes back");
      return true;
    }
    auto const space = text.find(' '), equal = text.find('=');
    if (space >= equal || equal == std::string_view::npos || text.starts_with("Perfcounters")) continue;
    auto const key = text.substr(space + 1, equal - space - 1);
    arguments_.emplace_back(key.substr(0, key.find('[')), text.substr(equal + 1));
  }
}

std::string DumpiCall::place() const { return fmt::format("{}:{}:{}", file_, place_.line, place_.column); }

void DumpiCall::fail(std::string problem, std::string why) const {
  line_->fail_at(place_, std::move(problem), std::move(why));
}

bool DumpiCall::has(std::string_view argument) const {
  return std::ranges::find(arguments_, argument, [](auto const& it) { return it.first; }) != arguments_.end();
}

std::string_view DumpiCall::text_of(std::string_view argument) const {
  auto const found = std::ranges::find(arguments_, argument, [](auto const& it) { return it.first; });
  if (found == arguments_.end()) fail(fmt::format("{} without its {}", name, argument));
  return found->second;
}

std::int64_t DumpiCall::number(std::string_view argument) const {
  auto text = text_of(argument);
  if (text.starts_with('[')) text.remove_prefix(1);
  auto const shown_text = text;
  auto const value = number_at(text);
  if (!value) fail(fmt::format("{} with {}={}", name, argument, shown(shown_text)), "must be a whole number");
  return *value;
}

std::uint64_t DumpiCall::count(std::string_view argument) const {
  auto const value = number(argument);
  if (value < 0) fail(fmt::format("{} with {}={}", name, argument, value), "must not be below 0");
  return static_cast<std::uint64_t>(value);
}

std::uint32_t DumpiCall::handle(std::string_view argument) const {
  auto const value = number(argument);
  if (value < 0 || value > std::numeric_limits<std::int32_t>::max())
    fail(fmt::format("{} with {}={}", name, argument, value), "must be from 0 to 2^31 - 1");
  return static_cast<std::uint32_t>(value);
}

std::vector<std::int64_t> DumpiCall::numbers(std::string_view argument) const {
  auto text = text_of(argument);
  std::vector<std::int64_t> values;
  if (!text.starts_with('[')) return values;
  text.remove_prefix(1);
  while (!text.empty() && text.front() != ']') {
    auto const value = number_at(text);
    if (!value) fail(fmt::format("{} with {}", name, argument), "must be whole numbers in brackets");
    values.push_back(*value);
    while (text.starts_with(',') || text.starts_with(' ')) text.remove_prefix(1);
  }
  return values;
}

}  // namespace weft
