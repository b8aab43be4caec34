// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <bit>
#include <optional>
#include <unordered_map>

#include <fmt/format.h>

#include "weft/core/error.hpp"
#include "weft/core/interrupt.hpp"
#include "weft/io/graph/graph_readers.hpp"
#include "weft/io/line_reader.hpp"

namespace weft {
namespace {

constexpr std::uint32_t tiles_per_router = 48, terminals_per_router = 4;
constexpr std::array<std::string_view, 3> cable_colors{"green", "black", "blue"};

/// A tile of a router, `cX-YcCsSaAlTT(g:r:c)`, and the group, chassis and slot of the router.
struct AriesTile {
  std::string_view router;  ///< the text before `l`
  std::uint32_t tile = 0;   ///< 8 * row + column
  std::array<std::uint64_t, 3> at{};
};

class AriesTileParser {
 public:
  explicit AriesTileParser(std::string_view text) : text_(text) {}

  std::optional<AriesTile> parse() {
    AriesTile tile;
    std::uint64_t ignored = 0;
    std::uint32_t row = 0, column = 0;
    for (char const letter : {'c', '-', 'c', 's', 'a'})
      if (!accept(letter) || !number(ignored)) return {};
    tile.router = text_.substr(0, position_);
    if (!accept('l') || !octal(row, 5) || !octal(column, 7)) return {};
    tile.tile = 8 * row + column;
    for (std::size_t i = 0; i < 3; ++i)
      if (!accept(i == 0 ? '(' : ':') || !number(tile.at[i])) return {};
    return accept(')') && position_ == text_.size() ? std::optional(tile) : std::nullopt;
  }

 private:
  bool accept(char expected) {
    if (position_ == text_.size() || text_[position_] != expected) return false;
    ++position_;
    return true;
  }
  bool number(std::uint64_t& value) {
    constexpr std::uint32_t maximum = 99999;
    auto const begin = position_;
    for (value = 0; position_ < text_.size() && text_[position_] >= '0' && text_[position_] <= '9';
         ++position_)
      if (value = 10 * value + static_cast<std::uint64_t>(text_[position_] - '0'); value > maximum)
        return false;
    return position_ > begin;
  }
  bool octal(std::uint32_t& value, char maximum) {
    if (position_ == text_.size() || text_[position_] < '0' || text_[position_] > '0' + maximum) return false;
    value = static_cast<std::uint32_t>(text_[position_++] - '0');
    return true;
  }

  std::string_view text_;
  std::size_t position_ = 0;
};

/// A tile and the tile at the other end, as listed in its line.
struct ListedTile {
  std::uint32_t router = 0, tile = 0, color = 0;
  std::uint32_t far_router = 0, far_tile = 0;
  LineReader::Place far_place = {};
};

class AriesReader {
 public:
  AriesReader(std::string_view text, std::string_view file)
      : file_(file),
        reader_(text, file, {.shape = "a line is `tile color -> tile`, `unused` or `processor`"}) {}

  GraphFile read() {
    InterruptCheck check_for_interrupt;
    while (reader_.next_full_line()) {
      check_for_interrupt();
      read_line();
    }
    if (routers_.empty())
      throw InputError("the file contains no routers", "is it a cable list of Cray Aries?", {},
                       std::string(file_));
    for (auto const& router : routers_) check_complete(router);
    for (auto const& tile : cables_) join(tile);
    graph_.vertices = routers_.size();
    for (auto const& router : routers_) graph_.names.push_back(router.name);
    graph_.terminals.assign(routers_.size(), terminals_per_router);
    return std::move(graph_);
  }

 private:
  struct Router {
    std::string name;
    std::array<std::uint64_t, 3> at;
    LineReader::Place place;
    std::uint64_t tiles = 0;  // a bit for each listed tile
  };

  void read_line() {
    auto const place = reader_.place();
    auto const near = tile();
    auto const router = router_of(near, place);
    auto& listed = routers_[router].tiles;
    auto const bit = std::uint64_t{1} << near.tile;
    if ((listed & bit) != 0)
      reader_.fail_at(place, fmt::format("{} is listed twice", name_of(router, near.tile)));
    listed |= bit;
    auto const color_place = reader_.place();
    auto const word = reader_.word("color");
    auto const color =
        static_cast<std::uint32_t>(std::ranges::find(cable_colors, word) - cable_colors.begin());
    if (color == cable_colors.size() && word != "ptile")
      reader_.fail_at(color_place, fmt::format("unexpected '{}'", shown(word)),
                      "expected green, black, blue or ptile");
    auto const arrow = reader_.place();
    if (reader_.word("->") != "->") reader_.fail_at(arrow, "expected '->' before the other end of the cable");
    if (reader_.peek() == "unused" || (color == cable_colors.size() && reader_.peek() == "processor")) {
      reader_.word("end");
    } else {
      auto const far_place = reader_.place();
      if (color == cable_colors.size() && !reader_.at_end())
        reader_.fail(fmt::format("unexpected '{}'", shown(reader_.peek())), "a ptile leads to the processor");
      auto const far = tile();
      auto const far_router = router_of(far, far_place);
      check_color(router, color, far_router, far_place);
      cables_.push_back({router, near.tile, color, far_router, far.tile, far_place});
    }
    reader_.end_line();
  }

  AriesTile tile() {
    auto const place = reader_.place();
    auto const word = reader_.word("tile");
    auto const parsed = AriesTileParser(word).parse();
    if (!parsed)
      reader_.fail_at(place, fmt::format("unexpected '{}'", shown(word)),
                      "a tile has the form c0-0c1s5a0l47(0:1:5), l octal");
    return *parsed;
  }

  /// Returns the number of the tile's router. Throws InputError if its position in the machine is
  /// inconsistent.
  std::uint32_t router_of(AriesTile const& tile, LineReader::Place place) {
    auto const next = static_cast<std::uint32_t>(routers_.size());
    auto const [found, is_new] = index_.emplace(std::string(tile.router), next);
    if (is_new) {
      auto const [other, is_free] = at_.emplace(tile.at[0] << 34 | tile.at[1] << 17 | tile.at[2], next);
      if (!is_free)
        reader_.fail_at(place, fmt::format("{} is at {}", tile.router, fmt::join(tile.at, ":")),
                        fmt::format("{} has this position", routers_[other->second].name));
      routers_.push_back({std::string(tile.router), tile.at, place});
    } else if (auto const& known = routers_[found->second]; known.at != tile.at) {
      reader_.fail_at(place, fmt::format("{} is at {}", tile.router, fmt::join(tile.at, ":")),
                      fmt::format("another line states position {}", fmt::join(known.at, ":")));
    }
    return found->second;
  }

  void check_color(std::uint32_t router, std::uint32_t color, std::uint32_t far_router,
                   LineReader::Place place) const {
    constexpr std::array<std::string_view, 3> rules{"green cables stay in a chassis",
                                                    "black cables lead to another chassis of the group",
                                                    "blue cables lead to another group"};
    auto const &a = routers_[router].at, &b = routers_[far_router].at;
    bool const same_group = a[0] == b[0], same_chassis = same_group && a[1] == b[1];
    bool const fits = color == 0 ? same_chassis : color == 1 ? same_group && !same_chassis : !same_group;
    if (!fits)
      reader_.fail_at(place,
                      fmt::format("a {} cable leads to {}", cable_colors[color], routers_[far_router].name),
                      std::string(rules[color]));
  }

  void check_complete(Router const& router) const {
    if (router.tiles == (std::uint64_t{1} << tiles_per_router) - 1) return;
    auto const missing = static_cast<std::uint32_t>(std::countr_one(router.tiles));
    reader_.fail_at(router.place, fmt::format("tile {} of {} is missing", tile_name(missing), router.name),
                    fmt::format("a router has {} tiles", tiles_per_router));
  }

  static std::string tile_name(std::uint32_t tile) { return fmt::format("l{}{}", tile / 8, tile % 8); }
  std::string name_of(std::uint32_t router, std::uint32_t tile) const {
    return routers_[router].name + tile_name(tile);
  }
  static std::uint64_t key(std::uint32_t router, std::uint32_t tile) {
    return std::uint64_t{router} * tiles_per_router + tile;
  }

  /// Adds the cable of a tile. Throws InputError if the tile at the other end does not lead back.
  void join(ListedTile const& near) {
    if (cable_at_.empty())
      for (std::size_t i = 0; i < cables_.size(); ++i) cable_at_[key(cables_[i].router, cables_[i].tile)] = i;
    auto const back = cable_at_.find(key(near.far_router, near.far_tile));
    auto const* const far = back == cable_at_.end() ? nullptr : &cables_[back->second];
    if (far == nullptr || far->far_router != near.router || far->far_tile != near.tile ||
        far->color != near.color)
      reader_.fail_at(near.far_place,
                      fmt::format("{} does not lead back to {}", name_of(near.far_router, near.far_tile),
                                  name_of(near.router, near.tile)),
                      "every cable is listed at both ends, with the same color");
    if (far == &near)
      reader_.fail_at(near.far_place, fmt::format("{} leads to itself", name_of(near.router, near.tile)));
    if (far < &near) return;
    auto const name = cable_colors[near.color];
    auto found = std::ranges::find(graph_.classes, name);
    if (found == graph_.classes.end()) found = graph_.classes.insert(found, std::string(name));
    graph_.links.push_back(
        {near.router, near.far_router, 1, static_cast<std::uint16_t>(found - graph_.classes.begin())});
  }

  std::string_view file_;
  LineReader reader_;
  GraphFile graph_;
  std::vector<Router> routers_;
  std::unordered_map<std::string, std::uint32_t> index_;  // by name
  std::unordered_map<std::uint64_t, std::uint32_t> at_;   // by position
  std::vector<ListedTile> cables_;  // tiles that lead to another tile, in the order of the file
  std::unordered_map<std::uint64_t, std::size_t> cable_at_;  // by router and tile
};

}  // namespace

GraphFile parse_aries(std::string_view text, std::string_view file) { return AriesReader(text, file).read(); }

bool looks_like_aries(std::string_view text) {
  LineReader reader(text, {}, {.shape = {}});
  return reader.next_full_line() && AriesTileParser(reader.peek()).parse();
}

}  // namespace weft
