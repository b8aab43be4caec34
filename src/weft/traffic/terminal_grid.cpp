// SPDX-License-Identifier: Apache-2.0
#include "weft/traffic/terminal_grid.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace weft {
namespace {

bool is_given(Sides const& sides) { return std::ranges::find(sides, 0) == sides.end(); }

std::uint64_t terminals_per_router(TerminalGridParams const& params) {
  return params.concentration == 0 ? 1 : static_cast<std::uint64_t>(params.concentration);
}

Sides checked_sides(TerminalGridParams const& params, TrafficContext const& context,
                    std::string_view pattern) {
  std::uint64_t const each = terminals_per_router(params);
  Sides sides = params.sides;
  if (!is_given(sides)) sides = {static_cast<std::int64_t>(context.num_terminals / each)};
  unsigned __int128 size = each;
  for (auto const side : sides) size = std::min<unsigned __int128>(size, ~std::uint64_t{0}) * side;
  bool const narrow = std::ranges::all_of(sides, [](auto side) { return side < std::int64_t{1} << 32; });
  if (narrow && size == context.num_terminals) return sides;
  throw InputError(fmt::format("{} needs sides for {} terminals", pattern, context.num_terminals),
                   fmt::format("sides {} with {} terminal{} per router do not give this number",
                               detail::write_value(sides), each, each == 1 ? "" : "s"),
                   fmt::format("specify {}:sides=..,concentration=..", pattern));
}

}  // namespace

void TerminalGrid::check(TerminalGridParams const& params) {
  if (params.sides.size() > 1 && !is_given(params.sides))
    throw InputError(fmt::format("sides={}", detail::write_value(params.sides)),
                     "0 (automatic) cannot be combined with other sides");
}

TerminalGrid::TerminalGrid(TerminalGridParams const& params, TrafficContext const& context,
                           std::string_view pattern)
    : shape_(checked_sides(params, context, pattern)), concentration_(terminals_per_router(params)) {}

}  // namespace weft
