// SPDX-License-Identifier: Apache-2.0
#include "weft/traffic/patterns/hot_spot.hpp"

#include <fmt/format.h>

namespace weft::traffic {

HotSpot::HotSpot(Params const& params, TrafficContext const& context)
    : FormulaTraffic(context.num_terminals, context.messages),
      fraction_(params.fraction),
      hot_(static_cast<std::uint64_t>(params.hot)),
      at_(params.at),
      choice_(traffic_words(context.seed, TrafficStream::choice)),
      anywhere_(traffic_words(context.seed, TrafficStream::destination)),
      terminals_(num_terminals(), context.seed, 0, static_cast<std::uint32_t>(TrafficStream::permutation)) {
  if (hot_ > num_terminals())
    throw InputError(fmt::format("hot={}", hot_),
                     fmt::format("must be at most {}, the number of terminals", num_terminals()));
  if (at_ >= static_cast<std::int64_t>(num_terminals()))
    throw InputError(fmt::format("at={}", at_), fmt::format("must be in [0, {}]", num_terminals() - 1));
}

}  // namespace weft::traffic
