#include "weft/traffic/patterns/bisection.hpp"

#include <fmt/format.h>

namespace weft {

Bisection::Bisection(Params const& params, TrafficContext const& context)
    : FormulaTraffic(context.num_terminals, context.messages),
      mode_(params.mode),
      middle_(num_terminals() / 2),
      words_(context.seed, TrafficStream::destination) {
  if (num_terminals() == 1) throw InputError("bisection on 1 terminal", "there is no other half");
  if (mode_ == Crossing::mirror && num_terminals() % 2 != 0)
    throw InputError(fmt::format("bisection:mode=mirror on {} terminals", num_terminals()),
                     "the halves must be equal", "use mode=random");
}

}  // namespace weft
