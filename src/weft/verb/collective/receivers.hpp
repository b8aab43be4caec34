#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace weft::verb {

/// Reads who receives a broadcast, as ranks in ascending order. `all`: everybody, as an empty list. `10%` or `25`: so many random ranks
/// besides the root, the share rounded up. `0..63+96+100..101`: these; `5..5` a single one. Throws InputError.
std::vector<std::uint32_t> read_receivers(std::string const& text, std::uint64_t ranks, std::uint32_t root,
                                          std::uint64_t seed);

}  // namespace weft::verb
