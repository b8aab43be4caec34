#include "weft/engine/rounds/clex/faults/route_planner.hpp"

#include "weft/core/random.hpp"

namespace weft::rounds {

std::optional<std::uint16_t> RoutePlanner::plan(std::uint32_t message, std::uint32_t source,
                                                std::uint32_t destination, std::uint32_t routes) const {
  for (std::uint32_t attempt = 0; attempt < routes; ++attempt)
    if (passes(message, source, destination, static_cast<std::uint16_t>(attempt)))
      return static_cast<std::uint16_t>(attempt);
  return std::nullopt;
}

std::uint16_t RoutePlanner::digit(std::uint32_t message, std::uint32_t destination, std::uint16_t attempt,
                                  std::size_t step) const {
  ClexMachine const& machine = network_.machine();
  if (std::uint32_t const level = calls_[step].target; level != 0)
    return static_cast<std::uint16_t>(destination / machine.power(level - 1) % machine.m);
  auto const block = static_cast<std::uint32_t>(attempt) << 16 | static_cast<std::uint32_t>(step);
  std::uint64_t const word = philox(seed_, Purpose::route, message, block)[0];
  return static_cast<std::uint16_t>(below32(word, machine.m));
}

bool RoutePlanner::passes(std::uint32_t message, std::uint32_t source, std::uint32_t destination,
                          std::uint16_t attempt) const {
  ClexMachine const& machine = network_.machine();
  Digits at(machine.levels);
  for (auto& digit : at) {
    digit = static_cast<std::int32_t>(source % machine.m);
    source /= machine.m;
  }
  for (std::size_t step = 0; step < calls_.size(); ++step) {
    if (calls_[step].exchange != 0) exchange(at, calls_[step].exchange);
    at[0] = digit(message, destination, attempt, step);
    auto const gate = node(at);
    if (!gate) continue;
    if (!network_.node_works(*gate)) return false;
    bool const last = step + 1 == calls_.size();
    if (!last && calls_[step + 1].exchange != 0 && !network_.leads_on(*gate, calls_[step + 1].exchange))
      return false;
  }
  return true;
}

void RoutePlanner::exchange(Digits& at, std::uint32_t level) const {
  ClexMachine const& machine = network_.machine();
  std::int32_t const to = at[0], from = at[level - 1], lands_on = machine.single_link ? from : free;
  at[level - 1] = to;
  if (machine.low_landing) {
    at[0] = lands_on;
    return;
  }
  for (std::uint32_t i = 0; i + 2 < level; ++i) at[i] = at[i + 1];
  at[level - 2] = lands_on;
}

std::optional<std::uint32_t> RoutePlanner::node(Digits const& at) const {
  std::uint64_t node = 0;
  for (std::size_t i = at.size(); i-- > 0;) {
    if (at[i] == free) return std::nullopt;
    node = node * network_.machine().m + static_cast<std::uint32_t>(at[i]);
  }
  return static_cast<std::uint32_t>(node);
}

}  // namespace weft::rounds
