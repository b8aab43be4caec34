#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string_view>
#include <vector>

namespace weft {

/// Ways through a network, each the routers that a packet visits, one after the other.
struct PathList {
  struct Visit {
    std::uint32_t router = 0;
    std::uint8_t vc = 0;  ///< virtual channel by which the packet comes to the router; of the first router 0
  };
  std::vector<Visit> visits;          ///< of the first path, then of the second, ..
  std::vector<std::size_t> first{0};  ///< where the visits of each path begin, and at the end their number
  std::vector<std::uint32_t> lines;   ///< of the file, from 1, on which each path stands

  std::size_t size() const { return lines.size(); }
};

/// Whether a channel leads from one router to another.
using AreLinked = std::function<bool(std::uint32_t from, std::uint32_t to)>;

/// Reads a path list: on each line the numbers of the routers that a packet visits, at least two, separated by blanks or commas. A router
/// may be written `router:vc`: the packet comes to it by that virtual channel, 0 to 63, else by virtual channel 0. Paths may visit
/// routers again. `#` begins a comment; blank lines are skipped. Throws InputError at file:line:column, also for
/// routers that are not linked; `file` is the name used there.
PathList parse_path_list(std::string_view text, std::string_view file, std::uint64_t routers,
                         AreLinked const& are_linked);
PathList read_path_list(std::filesystem::path const& path, std::uint64_t routers,
                        AreLinked const& are_linked);

}  // namespace weft
