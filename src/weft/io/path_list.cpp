#include "weft/io/path_list.hpp"

#include <charconv>
#include <string>

#include "weft/core/error.hpp"
#include "weft/io/file.hpp"
#include "weft/io/line_reader.hpp"

namespace weft {
namespace {

constexpr std::uint64_t most_vc = 63;

std::uint64_t whole_number(LineReader const& line, LineReader::Place place, std::string_view what,
                           std::string_view digits, std::uint64_t high) {
  std::uint64_t value = 0;
  auto const [rest, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  if (error == std::errc{} && rest == digits.data() + digits.size() && value <= high) return value;
  line.fail_at(place, std::string(what) + " = " + shown(digits),
               "must be a whole number in [0, " + std::to_string(high) + "]");
}

/// The next word, `router` or `router:vc`.
PathList::Visit read_visit(LineReader& line, std::uint64_t routers, bool is_first) {
  auto const place = line.place();
  auto const word = line.word("router");
  auto const colon = word.find(':');
  PathList::Visit visit;
  visit.router =
      static_cast<std::uint32_t>(whole_number(line, place, "router", word.substr(0, colon), routers - 1));
  if (colon == std::string_view::npos) return visit;
  LineReader::Place const after{place.line, place.column + static_cast<std::uint32_t>(colon) + 1};
  if (is_first)
    line.fail_at(after, "a virtual channel of the first router", "no channel leads the packet there");
  visit.vc = static_cast<std::uint8_t>(
      whole_number(line, after, "virtual channel", word.substr(colon + 1), most_vc));
  return visit;
}

}  // namespace

PathList parse_path_list(std::string_view text, std::string_view file, std::uint64_t routers,
                         AreLinked const& are_linked) {
  PathList list;
  LineReader line(text, file, {.shape = "router router[:vc] ..", .separators = " \t\r,"});
  while (line.next_full_line()) {
    list.lines.push_back(line.place().line);
    list.visits.push_back(read_visit(line, routers, true));
    do {
      auto const place = line.place();
      auto const from = list.visits.back().router;
      auto const visit = read_visit(line, routers, false);
      if (!are_linked(from, visit.router))
        line.fail_at(place, "no channel leads from router " + std::to_string(from) + " to router " +
                                std::to_string(visit.router));
      list.visits.push_back(visit);
    } while (!line.at_end());
    list.first.push_back(list.visits.size());
  }
  if (list.lines.empty()) throw InputError("no routes", {}, {}, std::string(file));
  return list;
}

PathList read_path_list(std::filesystem::path const& path, std::uint64_t routers,
                        AreLinked const& are_linked) {
  return parse_path_list(read_file(path), path.string(), routers, are_linked);
}

}  // namespace weft
