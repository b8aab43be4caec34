#include "weft/io/message_list.hpp"

#include <algorithm>
#include <charconv>

#include <fmt/format.h>

#include "weft/core/error.hpp"
#include "weft/io/file.hpp"

namespace weft {
namespace {

constexpr std::uint64_t most_messages = std::uint64_t{1} << 62;

/// One line, read word by word; complaints name the column of the word.
class Line {
 public:
  Line(std::string_view text, std::string_view file, std::size_t number)
      : text_(text.substr(0, text.find('#'))), file_(file), number_(number) {
    skip_space();
  }

  bool at_end() const { return at_ == text_.size(); }

  /// The next word as a whole number from `low` to `high`.
  std::uint64_t number(char const* what, std::uint64_t low, std::uint64_t high) {
    if (at_end()) fail(fmt::format("no {}: the line is incomplete", what), "source destination [count]");
    std::size_t const end = std::min(text_.find_first_of(" \t\r", at_), text_.size());
    std::string_view const word = text_.substr(at_, end - at_);
    std::uint64_t value = 0;
    auto const [rest, error] = std::from_chars(word.data(), word.data() + word.size(), value);
    bool const out_of_range =
        error == std::errc::result_out_of_range || is_negative(word) || value < low || value > high;
    bool const whole = rest == word.data() + word.size() && error != std::errc::invalid_argument;
    if (!whole && !is_negative(word)) fail(fmt::format("{} = {}", what, word), "must be a whole number");
    if (out_of_range) fail(fmt::format("{} = {}", what, word), fmt::format("must be in [{}, {}]", low, high));
    at_ = end;
    skip_space();
    return value;
  }

  [[noreturn]] void fail(std::string problem, std::string why = {}) const {
    throw InputError(std::move(problem), std::move(why), {},
                     fmt::format("{}:{}:{}", file_, number_, at_ + 1));
  }

 private:
  static bool is_negative(std::string_view word) {
    return word.size() > 1 && word[0] == '-' &&
           word.find_first_not_of("0123456789", 1) == std::string_view::npos;
  }
  void skip_space() { at_ = std::min(text_.find_first_not_of(" \t\r", at_), text_.size()); }

  std::string_view text_, file_;
  std::size_t number_, at_ = 0;
};

MessageGroup read_group(Line& line, std::uint64_t terminals) {
  auto const source = static_cast<std::uint32_t>(line.number("source", 0, terminals - 1));
  auto const destination = static_cast<std::uint32_t>(line.number("destination", 0, terminals - 1));
  std::uint64_t const count = line.at_end() ? 1 : line.number("count", 1, most_messages);
  if (!line.at_end()) line.fail("more than three values in a line", "source destination [count]");
  return {source, destination, count};
}

}  // namespace

std::vector<MessageGroup> parse_message_list(std::string_view text, std::string_view file,
                                             std::uint64_t terminals) {
  WEFT_EXPECT(terminals >= 1 && terminals <= std::uint64_t{1} << 32);
  std::vector<MessageGroup> groups;
  std::uint64_t total = 0;
  std::size_t number = 1;
  for (std::size_t begin = 0; begin < text.size(); ++number) {
    std::size_t const end = text.find('\n', begin);
    Line line(text.substr(begin, end - begin), file, number);
    if (!line.at_end()) {
      groups.push_back(read_group(line, terminals));
      if (groups.back().count > most_messages - total) line.fail("too many messages", "at most 2^62 in all");
      total += groups.back().count;
    }
    if (end == std::string_view::npos)
      throw InputError("the last line has no newline at its end", "the file may be truncated",
                       "end it with a newline", fmt::format("{}:{}", file, number));
    begin = end + 1;
  }
  if (groups.empty()) throw InputError("no messages", {}, {}, std::string(file));
  return groups;
}

std::vector<MessageGroup> read_message_list(std::filesystem::path const& path, std::uint64_t terminals) {
  return parse_message_list(read_file(path), path.string(), terminals);
}

}  // namespace weft
