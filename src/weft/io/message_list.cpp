#include "weft/io/message_list.hpp"

#include "weft/core/error.hpp"
#include "weft/io/file.hpp"
#include "weft/io/line_reader.hpp"

namespace weft {
namespace {

constexpr std::uint64_t most_messages = std::uint64_t{1} << 62;

MessageGroup read_group(LineReader& line, std::uint64_t terminals) {
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
  LineReader line(text, file, {.shape = "source destination [count]"});
  while (line.next_full_line()) {
    groups.push_back(read_group(line, terminals));
    if (groups.back().count > most_messages - total) line.fail("too many messages", "at most 2^62 in all");
    total += groups.back().count;
  }
  if (groups.empty()) throw InputError("no messages", {}, {}, std::string(file));
  return groups;
}

std::vector<MessageGroup> read_message_list(std::filesystem::path const& path, std::uint64_t terminals) {
  return parse_message_list(read_file(path), path.string(), terminals);
}

}  // namespace weft
