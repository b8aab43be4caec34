#pragma once

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace weft::mapping {

/// A color below `colors` for each tile, every color equally often, such that no border joins two tiles of
/// one color and no two borders the same two colors: by repeatedly exchanging the colors of two tiles, mostly
/// if that removes more faults than it adds. Nothing if `steps` exchanges do not suffice. `borders` has pairs
/// of tiles; `colors` divides `tiles`.
std::optional<std::vector<std::uint32_t>> find_colors(
    std::uint32_t tiles, std::uint32_t colors,
    std::vector<std::pair<std::uint32_t, std::uint32_t>> const& borders, std::uint64_t seed,
    std::int64_t steps);

}  // namespace weft::mapping
