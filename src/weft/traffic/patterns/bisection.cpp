// SPDX-License-Identifier: Apache-2.0
#include "weft/traffic/patterns/bisection.hpp"

#include <fmt/format.h>

namespace weft::traffic {

Bisection::Bisection(Params const& params, TrafficContext const& context)
    : FormulaTraffic(context.num_terminals, context.messages),
      mode_(params.mode),
      words_(traffic_words(context.seed, TrafficStream::destination)) {
  TerminalGrid const grid(params, context, name);
  std::uint32_t longest = 0;
  for (std::uint32_t dim = 0; dim < grid.dims(); ++dim)
    if (grid.side(dim) >= grid.side(longest)) longest = dim;
  side_ = grid.side(longest);
  if (side_ == 1)
    throw InputError("bisection does not support a single router",
                     "a single router cannot be divided into halves", "use another pattern");
  if (mode_ == Crossing::mirror && side_ % 2 != 0)
    throw InputError(fmt::format("bisection:mode=mirror does not support a side of {}", side_),
                     "the halves must be equal", "use mode=random");
  auto const layer = grid.terminals_below(longest);
  by_layer_ = Divisor{layer};
  by_side_ = Divisor{side_};
  auto const lines = num_terminals() / (layer * side_);
  for (std::size_t upper : {0, 1}) {
    auto const size = layer * (upper == 1 ? side_ - side_ / 2 : side_ / 2);
    halves_[upper] = {static_cast<std::uint32_t>(size), size * lines};
    by_size_[upper] = Divisor{size};
  }
}

}  // namespace weft::traffic
