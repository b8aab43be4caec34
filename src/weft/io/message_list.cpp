// SPDX-License-Identifier: Apache-2.0
#include "weft/io/message_list.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "weft/core/error.hpp"
#include "weft/core/number.hpp"
#include "weft/io/csv.hpp"
#include "weft/io/file.hpp"
#include "weft/io/line_reader.hpp"

namespace weft {
namespace {

constexpr std::uint64_t max_messages = std::uint64_t{1} << 62;

MessageGroup read_group(LineReader& line, std::uint64_t terminals) {
  auto const source = static_cast<std::uint32_t>(line.number("source", 0, terminals - 1));
  auto const destination = static_cast<std::uint32_t>(line.number("destination", 0, terminals - 1));
  std::uint64_t const count = line.at_end() ? 1 : line.number("count", 1, max_messages);
  if (!line.at_end()) line.fail("the line has more than three values", "expected source destination [count]");
  return {source, destination, count};
}

}  // namespace

std::vector<MessageGroup> parse_message_list(std::string_view text, std::string_view file,
                                             std::uint64_t terminals) {
  WEFT_EXPECT(terminals >= 1 && terminals <= std::uint64_t{1} << 32);
  std::vector<MessageGroup> groups;
  std::uint64_t total = 0;
  LineReader line(text, file, {.shape = "source destination [count]"});
  while (line.next_full_line()) {
    groups.push_back(read_group(line, terminals));
    if (groups.back().count > max_messages - total)
      line.fail("there are too many messages", "the maximum is 2^62");
    total += groups.back().count;
  }
  if (groups.empty()) throw InputError("the file contains no messages", {}, {}, std::string(file));
  return groups;
}

std::vector<MessageGroup> read_message_list(std::filesystem::path const& path, std::uint64_t terminals) {
  return parse_message_list(read_file(path), path.string(), terminals);
}

namespace {

constexpr std::array<std::string_view, 4> columns{"from", "to", "bytes", "start"};
constexpr double max_number = 1e18;

/// Returns the index of each column in the header.
std::array<std::size_t, 4> positions_in(CsvFile const& file) {
  std::array<std::size_t, 4> positions{};
  for (std::size_t i = 0; i < columns.size(); ++i) {
    auto const found = std::ranges::find(file.header, columns[i]);
    if (found == file.header.end() || file.header.size() != columns.size())
      throw InputError("unexpected header '" + shown(fmt::format("{}", fmt::join(file.header, ","))) + "'",
                       fmt::format("a list of timed messages has the header {}", fmt::join(columns, ",")), "",
                       file.file + ":1:1");
    positions[i] = static_cast<std::size_t>(found - file.header.begin());
  }
  return positions;
}

std::uint32_t terminal_in(CsvFile const& file, CsvField const& field, std::string_view name,
                          std::uint64_t terminals) {
  auto const number = whole_number_in(field.text);
  if (!number || *number >= terminals)
    throw InputError(fmt::format("{}={}", name, shown(field.text)),
                     fmt::format("must be a terminal in [0, {}]", terminals - 1), "", file.place(field));
  return static_cast<std::uint32_t>(*number);
}

double amount_in(CsvFile const& file, CsvField const& field, std::string_view name, std::string_view unit) {
  return at_place(file.place(field), [&] {
    auto const number = read_number(name, field.text, unit);
    if (!(number >= 0 && number <= max_number))
      reject_value(name, field.text, "must be at least 0, at most 1e18");
    return number;
  });
}

}  // namespace

std::vector<TimedMessage> parse_timed_messages(std::string_view text, std::string name,
                                               std::uint64_t terminals) {
  auto const file = parse_csv(text, std::move(name));
  auto const [from, to, bytes, start] = positions_in(file);
  std::vector<TimedMessage> messages;
  for (auto const& record : file.records)
    messages.push_back(
        {terminal_in(file, record[from], "from", terminals), terminal_in(file, record[to], "to", terminals),
         amount_in(file, record[bytes], "bytes", "bytes"), amount_in(file, record[start], "start", "s")});
  if (messages.empty()) throw InputError("the file contains no messages", {}, {}, file.file);
  return messages;
}

std::vector<TimedMessage> read_timed_messages(std::filesystem::path const& path, std::uint64_t terminals) {
  return parse_timed_messages(read_file(path), path.string(), terminals);
}

}  // namespace weft
