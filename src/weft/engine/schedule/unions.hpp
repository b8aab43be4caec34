#pragma once

#include <memory>

#include "weft/engine/schedule/holdings.hpp"

namespace weft::schedule {

/// The store of Holdings::unions: a vertex has for each block the set of the participants whose parts are in it. Throws InputError if it
/// needs more memory than there is: a bit per vertex, block and participant.
std::unique_ptr<HoldingStore> make_unions(TransferNetwork const& network, Promise const& promise);

}  // namespace weft::schedule
