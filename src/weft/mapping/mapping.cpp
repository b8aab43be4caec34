// SPDX-License-Identifier: Apache-2.0
#include "weft/mapping/mapping.hpp"

#include <algorithm>
#include <numeric>
#include <string>
#include <utility>

#include "weft/core/error.hpp"
#include "weft/core/random.hpp"

namespace weft::mapping {

Sides MappingContext::router_sides() const {
  if (!machine || !machine->is_grid() || terminals % machine->num_routers() != 0) return {};
  auto const& network = *machine->network();
  auto const each = terminals / network.num_routers();
  for (std::uint32_t r = 0; r < network.num_routers(); ++r)
    if (auto const [first, count] = network.terminals_at({r}); count != each || first.v != r * each)
      return {};
  return {machine->sides().rbegin(), machine->sides().rend()};
}

std::pair<std::uint32_t, std::uint32_t> MappingContext::rows_and_columns(std::string_view mapping) const {
  if (sides.size() != 2)
    throw InputError(std::string(mapping) + " does not support a task grid of " +
                         std::to_string(sides.size()) + " dimensions",
                     "needs two, rows x columns", "set e.g. grid=8x8", "mapping");
  return {static_cast<std::uint32_t>(sides[0]), static_cast<std::uint32_t>(sides[1])};
}

std::uint32_t MappingContext::job_terminal(std::uint32_t terminal, std::string const& place) const {
  if (part == nullptr) return terminal;
  auto const own = std::ranges::lower_bound(*part, terminal);
  if (own == part->end() || *own != terminal)
    throw InputError("terminal " + std::to_string(terminal), "the terminal does not belong to the job", "",
                     place);
  return static_cast<std::uint32_t>(own - part->begin());
}

Placement start_placement(MappingContext const& context, std::string const& start, std::string_view mapping) {
  if (!context.place)
    throw InputError(std::string(mapping) + " needs another mapping to start from",
                     "no other mapping is available here", "", "mapping");
  auto const spec =
      at_place("mapping", [&] { return parse_one(std::string(mapping) + ": start", start, "mapping"); });
  return context.place(spec, *context.progress);
}

void require_percs(MappingContext const& context, std::string_view mapping, char const* does) {
  if (!context.percs())
    throw InputError(
        std::string(mapping) + " needs percs", does,
        "if the job uses a part of percs, select consecutive whole supernodes; the first must be a "
        "multiple of 32 / links",
        "mapping");
}

void check_fits(MappingContext const& context) {
  if (context.num_tasks() > context.terminals)
    throw InputError(
        "grid=" + format_sides(context.sides) + " has " + std::to_string(context.num_tasks()) + " tasks",
        "the machine has " + std::to_string(context.terminals) + " terminals", "", "grid");
}

namespace {

/// Returns the first num_tasks() terminals in the order of hosts.
Placement first_terminals(MappingContext const& context) {
  Placement placement = context.order;
  placement.resize(context.num_tasks());
  if (context.order.empty()) std::iota(placement.begin(), placement.end(), 0);
  return placement;
}

}  // namespace

Placement in_row_order(MappingContext const& context) { return first_terminals(context); }

Placement in_column_order(MappingContext const& context, std::string_view mapping) {
  auto const [rows, columns] = context.rows_and_columns(mapping);
  auto const terminals = first_terminals(context);
  Placement placement(context.num_tasks());
  for (std::uint32_t r = 0; r < rows; ++r)
    for (std::uint32_t c = 0; c < columns; ++c)
      placement[std::size_t{r} * columns + c] = terminals[std::size_t{c} * rows + r];
  return placement;
}

std::vector<std::uint32_t> random_order(std::uint64_t size, std::uint64_t seed) {
  std::vector<std::uint32_t> order(size);
  std::iota(order.begin(), order.end(), 0);
  Rng random(seed, Purpose::placement, 0);
  for (std::uint64_t i = size; i > 1; --i) std::swap(order[i - 1], order[random.below(i)]);
  return order;
}

}  // namespace weft::mapping
