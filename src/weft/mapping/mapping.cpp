#include "weft/mapping/mapping.hpp"

#include <numeric>
#include <string>
#include <utility>

#include "weft/core/error.hpp"
#include "weft/core/random.hpp"

namespace weft {

std::uint64_t MappingContext::num_tasks() const {
  std::uint64_t tasks = 1;
  for (auto const side : sides) tasks *= static_cast<std::uint64_t>(side);
  return tasks;
}

std::pair<std::uint32_t, std::uint32_t> MappingContext::rows_and_columns(std::string_view mapping) const {
  if (sides.size() != 2)
    throw InputError(
        std::string(mapping) + " on a task grid of " + std::to_string(sides.size()) + " dimensions",
        "needs two, rows x columns", "", "mapping");
  return {static_cast<std::uint32_t>(sides[0]), static_cast<std::uint32_t>(sides[1])};
}

void check_fits(MappingContext const& context) {
  if (context.num_tasks() > context.terminals)
    throw InputError(
        "a grid of " + sides_text(context.sides) + " = " + std::to_string(context.num_tasks()) + " tasks",
        "the machine has " + std::to_string(context.terminals) + " terminals", "", "grid");
}

namespace {

/// A block of the traffic's random numbers that no TrafficStream names.
constexpr std::uint32_t placement_block = 1 << 16;

}  // namespace

std::vector<std::uint32_t> random_order(std::uint64_t size, std::uint64_t seed) {
  std::vector<std::uint32_t> order(size);
  std::iota(order.begin(), order.end(), 0);
  Rng random(seed, Purpose::traffic, 0, placement_block);
  for (std::uint64_t i = size; i > 1; --i) std::swap(order[i - 1], order[random.below(i)]);
  return order;
}

}  // namespace weft
