// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "weft/core/catalog.hpp"
#include "weft/traffic/patterns/all_to_all.hpp"
#include "weft/traffic/patterns/bisection.hpp"
#include "weft/traffic/patterns/by_bits.hpp"
#include "weft/traffic/patterns/by_offset.hpp"
#include "weft/traffic/patterns/h_relation.hpp"
#include "weft/traffic/patterns/hot_spot.hpp"
#include "weft/traffic/patterns/listed_messages.hpp"
#include "weft/traffic/patterns/permutation.hpp"
#include "weft/traffic/patterns/uniform.hpp"

namespace weft {

/// All traffic patterns that users can name. Register new ones here.
using Patterns = Catalog<traffic::Permutation, traffic::Uniform, traffic::AllToAll, traffic::Transpose,
                         traffic::BitReversal, traffic::BitComplement, traffic::Tornado, traffic::HotSpot,
                         traffic::Neighbor, traffic::NextGroup, traffic::Bisection, traffic::HRelation,
                         traffic::Shift, traffic::MessageList, traffic::TimedMessages>;

/// Returns the traffic that a spec names. Throws InputError for an unknown name, invalid parameters, or a
/// context that the pattern does not support.
TrafficPtr make_traffic(Spec const& spec, TrafficContext const& context);

}  // namespace weft
