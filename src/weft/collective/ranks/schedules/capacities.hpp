#pragma once

#include <cstdint>
#include <vector>

#include "weft/traffic/schedule/transfer_network.hpp"

namespace weft::collective {

/// The minimum number of slots in which a channel of this bandwidth carries so many blocks, as
/// schedule::execute counts. Throws InputError if it has more than 32 bits.
std::uint32_t slots_for(std::uint64_t blocks, double bandwidth);

/// The minimum number of slots in which every channel that carries anything carries a block.
std::uint32_t slots_per_block(TransferNetwork const& network);

/// The blocks that each channel carries in so many slots.
std::vector<std::uint32_t> capacities(TransferNetwork const& network, std::uint32_t slots);

}  // namespace weft::collective
