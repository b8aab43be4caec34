// SPDX-License-Identifier: Apache-2.0
#include "weft/network/places.hpp"

#include <algorithm>
#include <vector>

#include <fmt/format.h>

#include "weft/core/error.hpp"
#include "weft/core/interrupt.hpp"
#include "weft/core/number.hpp"
#include "weft/network/failures.hpp"
#include "weft/network/hosts.hpp"

namespace weft {
namespace {

constexpr std::string_view of_coordinates = "0123456789,", of_places = "0123456789,.";

/// Returns the numbers in a string such as 0,3; empty for any other text.
std::vector<std::uint64_t> coordinates_in(std::string_view text) {
  std::vector<std::uint64_t> coordinates;
  for (std::size_t begin = 0; begin <= text.size();) {
    auto const end = std::min(text.find(',', begin), text.size());
    auto const number = to_number(text.substr(begin, end - begin));
    if (!number) return {};
    coordinates.push_back(*number);
    begin = end + 1;
  }
  return coordinates;
}

/// Returns the router at coordinates such as (0,3) on a grid with routers numbered along dimension 0 first.
std::optional<RouterId> router_on_grid(AnyTopology const& topology, std::string_view text) {
  auto const sides = topology.sides();
  auto const coordinates = coordinates_in(text.substr(1, text.size() - 2));
  if (sides.empty() || coordinates.size() != sides.size()) return {};
  std::uint64_t number = 0;
  for (std::size_t d = sides.size(); d-- > 0;) {
    if (coordinates[d] >= static_cast<std::uint64_t>(sides[d])) return {};
    number = number * static_cast<std::uint64_t>(sides[d]) + coordinates[d];
  }
  RouterId const router{static_cast<std::uint32_t>(number)};
  if (number >= topology.num_routers() || topology.coordinates(router) != text) return {};
  return router;
}

/// Returns the router denoted by a string such as r3, or nullopt.
std::optional<RouterId> router_of_letter(AnyTopology const& topology, std::string_view text) {
  auto const number = text.starts_with('r') ? to_number(text.substr(1)) : std::nullopt;
  if (!number || *number >= topology.num_routers()) return {};
  return RouterId{static_cast<std::uint32_t>(*number)};
}

}  // namespace

std::optional<RouterId> router_at_place(AnyTopology const& topology, std::string_view text) {
  if (text.empty() || topology.num_routers() == 0 || topology.coordinates({0}).empty()) return {};
  bool const bare = text.find_first_not_of(of_coordinates) == std::string_view::npos;
  if (bare && text.find(',') == std::string_view::npos) return {};  // a number
  auto const place = bare ? fmt::format("({})", text) : std::string(text);
  if (place.starts_with('(') && place.ends_with(')'))
    if (auto const router = router_on_grid(topology, place)) return router;
  if (!topology.sides().empty()) return {};
  InterruptCheck check;
  for (std::uint64_t r = 0; r < topology.num_routers(); ++r) {
    check();
    RouterId const router{static_cast<std::uint32_t>(r)};
    if (topology.coordinates(router) == place) return router;
  }
  return {};
}

namespace {

/// Throws InputError if there is no router at a position.
RouterId existing_place(AnyTopology const& topology, std::string_view text) {
  if (auto const router = router_at_place(topology, text)) return *router;
  RouterId const last{static_cast<std::uint32_t>(topology.num_routers() - 1)};
  throw InputError(
      fmt::format("'{}' is not the position of a router", shown(text)),
      fmt::format("positions are {} to {}", topology.coordinates({0}), topology.coordinates(last)));
}

}  // namespace

std::string with_numbers(AnyTopology const& topology, std::string const& failures) {
  bool const has_places =
      topology.num_routers() > 0 && topology.names().empty() && !topology.coordinates({0}).empty();
  if (!has_places || failures.find_first_of(",.") == std::string::npos) return failures;
  std::string text;
  for (std::size_t at = 0; at < failures.size();) {
    auto end = failures[at] == '(' ? failures.find(')', at) + 1 : failures.find_first_not_of(of_places, at);
    end = std::min(end == 0 ? failures.size() : end, failures.size());
    auto const part = std::string_view(failures).substr(at, std::max<std::size_t>(end - at, 1));
    bool const is_place = part.find_first_of(",.") != std::string_view::npos;
    text += is_place ? std::to_string(existing_place(topology, part).v) : std::string(part);
    at += part.size();
  }
  return text;
}

FailureParams with_numbers(AnyTopology const& topology, FailureParams failures) {
  failures.fail = at_place("fail", [&] { return with_numbers(topology, failures.fail); });
  return failures;
}

TerminalId terminal_named(AnyTopology const& topology, Hosts const& hosts, std::string_view text) {
  if (!hosts.find(text).empty()) return hosts.find_unique(text);
  auto router = router_of_letter(topology, text);
  if (!router) router = router_at_place(topology, text);
  bool const is_place = text.find(',') != std::string_view::npos && !topology.sides().empty();
  if (!router && is_place)
    throw InputError(
        fmt::format("'{}' is not a terminal", shown(text)), "",
        fmt::format("the routers are {} to {}", topology.coordinates({0}),
                    topology.coordinates({static_cast<std::uint32_t>(topology.num_routers() - 1)})));
  if (!router) return hosts.find_unique(text);  // throws InputError
  auto const there = topology.terminals_at(*router);
  if (there.count == 0)
    throw InputError(fmt::format("router '{}' has no terminals", shown(text)), "",
                     "specify a terminal, such as t0");
  return there.first;
}

}  // namespace weft
