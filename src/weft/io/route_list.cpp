// SPDX-License-Identifier: Apache-2.0
#include "weft/io/route_list.hpp"

#include <unordered_map>

#include <fmt/format.h>

#include "weft/core/error.hpp"
#include "weft/core/number.hpp"
#include "weft/io/file.hpp"
#include "weft/io/line_reader.hpp"

namespace weft {
namespace {

constexpr std::uint64_t max_route_weight = std::uint64_t{1} << 20, max_vc = 63, max_port = 65534;
constexpr std::string_view weight_mark = "weight=";

class RouteReader {
 public:
  RouteReader(std::string_view text, std::string_view file, RouteGround const& ground)
      : ground_(ground),
        line_(text, file, {.shape = "router router[@port][:vc] .. [weight=W]", .separators = " \t\r,"}) {
    for (std::uint32_t r = 0; r < ground.names.size(); ++r) {
      numbers_.try_emplace(ground.names[r], r);
      names_only_ |= ground.names[r].find_first_not_of("0123456789") == std::string::npos;
    }
  }

  RouteList read() {
    while (line_.next_full_line()) {
      list_.routes.push_back({list_.visits.size(), 1, line_.place().line});
      auto const start = line_.place();
      auto const first = visit();
      if (first.port || first.vc)
        line_.fail_at(start, "the first router has a port or a virtual channel",
                      "only the other routers of a route may specify them");
      list_.visits.push_back({first.router});
      do add_visit();
      while (!line_.at_end() && !line_.peek().starts_with(weight_mark));
      if (!line_.at_end()) read_weight();
    }
    return std::move(list_);
  }

 private:
  struct Word {
    std::uint32_t router;
    std::optional<std::uint16_t> port = {};
    std::optional<std::uint8_t> vc = {};
  };

  std::uint64_t number(LineReader::Place place, std::string_view what, std::string_view digits,
                       std::uint64_t low, std::uint64_t high) const {
    if (auto const value = to_number(digits); value && *value >= low && *value <= high) return *value;
    line_.fail_at(place, fmt::format("{}={}", what, shown(digits)),
                  fmt::format("must be a whole number in [{}, {}]", low, high));
  }

  /// Splits the word at the last `mark` and returns the number after it.
  std::optional<std::uint64_t> suffix(LineReader::Place place, std::string_view& word, char mark,
                                      std::string_view what, std::uint64_t high) const {
    auto const at = word.rfind(mark);
    if (at == std::string_view::npos) return {};
    place.column += static_cast<std::uint32_t>(at) + 1;
    auto const value = number(place, what, word.substr(at + 1), 0, high);
    word = word.substr(0, at);
    return value;
  }

  Word visit() {
    auto const place = line_.place();
    auto word = line_.word("router");
    if (auto const named = numbers_.find(word); named != numbers_.end()) return {named->second};
    auto const vc = suffix(place, word, ':', "virtual channel", max_vc);
    auto const port = suffix(place, word, '@', "port", max_port);
    auto const named = numbers_.find(word);
    if (named == numbers_.end() && names_only_)
      line_.fail_at(place, fmt::format("no router is named {}", shown(word)));
    Word result{named != numbers_.end()
                    ? named->second
                    : static_cast<std::uint32_t>(number(place, "router", word, 0, ground_.routers - 1))};
    if (vc) result.vc = static_cast<std::uint8_t>(*vc);
    if (port) result.port = static_cast<std::uint16_t>(*port);
    return result;
  }

  void add_visit() {
    auto const place = line_.place();
    auto const from = list_.visits.back().router;
    auto const next = visit();
    auto const port = ground_.port(from, next.router, next.port);
    if (!port)
      line_.fail_at(place, fmt::format("no channel leads from router {} {}to router {}", ground_.name(from),
                                       next.port ? fmt::format("by port {} ", *next.port) : "",
                                       ground_.name(next.router)));
    list_.visits.push_back({next.router, *port, next.vc.value_or(0)});
    list_.names_vcs |= next.vc.has_value();
  }

  void read_weight() {
    auto const place = line_.place();
    auto const digits = line_.word("weight").substr(weight_mark.size());
    list_.routes.back().weight =
        static_cast<std::uint32_t>(number(place, "weight", digits, 1, max_route_weight));
    line_.end_line();
  }

  RouteGround const& ground_;
  LineReader line_;
  std::unordered_map<std::string_view, std::uint32_t> numbers_;
  bool names_only_ = false;  ///< some names are whole numbers
  RouteList list_;
};

}  // namespace

RouteList parse_route_list(std::string_view text, std::string_view file, RouteGround const& ground) {
  auto list = RouteReader(text, file, ground).read();
  if (list.routes.empty()) throw InputError("the file contains no routes", {}, {}, std::string(file));
  return list;
}

RouteList read_route_list(std::filesystem::path const& path, RouteGround const& ground) {
  return parse_route_list(read_file(path), path.string(), ground);
}

}  // namespace weft
