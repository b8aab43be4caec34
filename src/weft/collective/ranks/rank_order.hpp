#pragma once

#include <cstdint>
#include <vector>

#include "weft/collective/algorithm.hpp"
#include "weft/core/param.hpp"

namespace weft::collective {

/// In which order ranks follow one another round a logical ring.
enum class RankOrder : std::uint8_t { neighbors, plain };

/// All ranks in this order. Neighbors: on a grid, along a Hamiltonian cycle of the routers, so that all messages round the ring go over one
/// channel each way, all different: there is one if the grid is a torus or has an even side (of two dimensions or more); else along a path of
/// neighbors. Not on a grid: plain.
std::vector<std::uint32_t> rank_order(Ranks const& ranks, RankOrder order);

/// Whether there is a cycle through the routers of some dimensions of a grid that we know.
bool has_cycle(GridGeometry const& grid, std::vector<std::uint32_t> const& dims);
/// These routers along it, else along a path of neighbors, as offsets from the one at the origin.
std::vector<std::uint32_t> neighbor_order(GridGeometry const& grid, std::vector<std::uint32_t> const& dims);

/// The routers of a grid along such a cycle (path).
std::vector<std::uint32_t> neighbor_order(GridGeometry const& grid);

}  // namespace weft::collective

template <>
inline constexpr weft::EnumValue<weft::collective::RankOrder>
    weft::enum_values<weft::collective::RankOrder>[] = {
        {"neighbors", weft::collective::RankOrder::neighbors,
         "on a grid along a cycle of neighbors, else plain"},
        {"plain", weft::collective::RankOrder::plain, "0, 1, 2, .."}};
