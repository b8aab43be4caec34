// SPDX-License-Identifier: Apache-2.0
#include "weft/mapping/terminal_groups.hpp"

#include <algorithm>
#include <limits>
#include <string>

#include "weft/core/error.hpp"

namespace weft::mapping {
namespace {

/// Returns the machine that contains the terminals of the context.
Machine const* whole_machine(MappingContext const& context) {
  if (context.whole) return &*context.whole;
  return context.machine ? &*context.machine : nullptr;
}

/// Returns the terminal of the whole machine for terminal `own` of the job.
std::uint32_t machine_terminal(MappingContext const& context, std::uint32_t own) {
  return context.whole && context.part != nullptr ? (*context.part)[own] : own;
}

/// Returns whether the terminals of the job form whole copies of a level with `size` terminals per copy.
bool has_whole_copies(MappingContext const& context, std::uint32_t size) {
  if (context.terminals % size != 0) return false;
  if (!context.whole || context.part == nullptr) return true;
  auto const& part = *context.part;
  for (std::size_t i = 0; i < part.size(); ++i)
    if (part[i] % size != i % size || part[i] - part[i - i % size] != i % size) return false;
  return true;
}

}  // namespace

TerminalGroups terminal_groups(MappingContext const& context) {
  auto const* const machine = whole_machine(context);
  TerminalGroups groups;
  if (machine == nullptr || context.terminals == 0) return groups;
  auto const& sizes = machine->level_sizes();
  if (sizes.size() < 2 || !has_whole_copies(context, sizes.back())) return groups;
  for (auto const size : sizes)
    if (has_whole_copies(context, size)) groups.sizes.push_back(size);
  return groups;
}

TerminalGroups require_groups(MappingContext const& context, std::string_view mapping) {
  auto groups = terminal_groups(context);
  if (!groups)
    throw InputError(
        std::string(mapping) + " needs groups of interconnected routers",
        "the terminals of the job do not form whole groups",
        "use percs, dragonfly, dragonfly_plus, clex or dcell; if the job uses a part of the machine, "
        "select whole groups (supernodes)",
        "mapping");
  return groups;
}

std::uint32_t min_links(MappingContext const& context, TerminalGroups const& of, std::uint32_t groups) {
  auto const& machine = *whole_machine(context);
  auto const& network = *machine.network();
  constexpr auto other = std::numeric_limits<std::uint32_t>::max();
  // By group of the machine: its index among the groups of the job. `routers`: the routers of each group of
  // the job.
  std::vector<std::uint32_t> number;
  for (std::uint32_t g = 0; g < groups; ++g) {
    auto const terminal = TerminalId{machine_terminal(context, g * of.size())};
    auto const copy = machine.top_group_of(network.injection_router(terminal));
    if (number.size() <= copy) number.resize(copy + 1, other);
    number[copy] = g;
  }
  auto const group = [&](RouterId r) {
    auto const copy = machine.top_group_of(r);
    return copy < number.size() ? number[copy] : other;
  };
  std::vector<std::vector<std::uint32_t>> routers(groups);
  for (std::uint32_t r = 0; r < network.num_routers(); ++r)
    if (auto const g = group({r}); g != other) routers[g].push_back(r);
  auto minimum = other;
  std::vector<std::uint32_t> links(groups);
  InterruptCheck check;
  for (std::uint32_t g = 0; g < groups; ++g) {
    std::ranges::fill(links, 0);
    for (auto const r : routers[g])
      for (std::uint16_t p = 0; p < network.degree({r}); ++p) {
        check();
        auto const c = network.channel({r}, PortId{p});
        if (auto const to = group(network.target(c)); to != other && !network.channel_failed(c)) ++links[to];
      }
    links[g] = other;
    minimum = std::min(minimum, std::ranges::min(links));
  }
  return minimum;
}

void report_coloring(MappingContext const& context, TerminalGroups const& of, std::uint32_t tiles,
                     std::uint32_t border) {
  if (!context.report) return;
  auto const groups = static_cast<std::uint32_t>(context.num_tasks() / of.size());
  auto const links = groups < 2 ? 0 : min_links(context, of, groups);
  Table table{"coloring",
              "Groups that are adjacent at most once",
              {{"groups", "", "groups that the job fills"},
               {"tasks", "", "tasks per group"},
               {"tiles", "", "tiles per group"},
               {"border", "tasks",
                "tasks along the longest border of two tiles, the only border of two "
                "groups"},
               {"links", "", "the minimum number of channels from one group to another"},
               {"max_load", "",
                "bound on the load of a channel between groups, if each task of a halo sends 1 and the "
                "traffic between two groups is divided evenly over the channels between them: border / "
                "(4 links)",
                6}},
              {}};
  table.add_row({groups, of.size(), tiles, border, links,
                 links == 0 ? Value() : Value(static_cast<double>(border) / (4.0 * links))});
  context.report(std::move(table));
}

namespace {

/// Returns the row-major index of coordinates; the last coordinate varies fastest.
std::uint64_t rank(Sides const& at, Sides const& sides) {
  std::uint64_t sum = 0;
  for (std::size_t d = 0; d < sides.size(); ++d)
    sum = sum * static_cast<std::uint64_t>(sides[d]) + static_cast<std::uint64_t>(at[d]);
  return sum;
}

Sides quotient(Sides const& large, Sides const& small) {
  Sides sides;
  for (std::size_t d = 0; d < large.size(); ++d) sides.push_back(large[d] / small[d]);
  return sides;
}

}  // namespace

void check_divides(Sides const& small, Sides const& large, char const* what, char const* of) {
  bool fits = small.size() == large.size();
  for (std::size_t d = 0; fits && d < large.size(); ++d) fits = large[d] % small[d] == 0;
  if (!fits)
    throw InputError(std::string(what) + " of " + format_sides(small),
                     "must divide the " + format_sides(large) + " of " + of, "", "mapping");
}

Placement place_blocks(Sides const& grid, Sides const& block, Sides const& quad,
                       std::vector<std::uint32_t> const& first) {
  Sides const blocks = quotient(grid, block), quads = quotient(block, quad);
  auto const dims = grid.size();
  Placement placement(size_of(grid));
  Sides at(dims, 0), block_at(dims), quad_at(dims), inside(dims);
  for (auto& terminal : placement) {
    for (std::size_t d = 0; d < dims; ++d) {
      block_at[d] = at[d] / block[d];
      quad_at[d] = at[d] % block[d] / quad[d];
      inside[d] = at[d] % quad[d];
    }
    terminal = first[rank(block_at, blocks)] +
               static_cast<std::uint32_t>(rank(quad_at, quads) * size_of(quad) + rank(inside, quad));
    for (std::size_t d = dims; d-- > 0;) {
      if (++at[d] < grid[d]) break;
      at[d] = 0;
    }
  }
  return placement;
}
}  // namespace weft::mapping
