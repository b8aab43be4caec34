#pragma once

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace weft {

/// A colour below `colors` for each tile, every colour equally often, such that no border joins two tiles of one colour and no
/// two borders the same two colours: by exchanging the colours of two tiles again and again, mostly if that mends more than it
/// spoils. Nothing if `steps` exchanges do not do. `borders` has pairs of tiles; `colors` divides `tiles`.
std::optional<std::vector<std::uint32_t>> find_colors(
    std::uint32_t tiles, std::uint32_t colors,
    std::vector<std::pair<std::uint32_t, std::uint32_t>> const& borders, std::uint64_t seed,
    std::int64_t steps);

}  // namespace weft
