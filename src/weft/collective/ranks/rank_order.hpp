// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "weft/collective/algorithm.hpp"
#include "weft/core/param.hpp"

namespace weft::collective {

/// The order of the ranks around a logical ring.
enum class RankOrder : std::uint8_t { neighbors, plain };

/// Returns all ranks in this order. `neighbors`: on a grid, along a Hamiltonian cycle of the routers, so that
/// the messages around the ring use one channel each, all different. Such a cycle exists if the grid is a
/// torus or has an even side (in two dimensions or more); otherwise along a path of neighbors. `plain`
/// outside of grids.
std::vector<std::uint32_t> rank_order(Ranks const& ranks, RankOrder order);

/// Returns whether a Hamiltonian cycle through the routers of some dimensions of a grid is known.
bool has_cycle(GridGeometry const& grid, std::vector<std::uint32_t> const& dims);
/// Returns these routers along the cycle, or else along a path of neighbors, as offsets from the router at
/// the origin.
std::vector<std::uint32_t> neighbor_order(GridGeometry const& grid, std::vector<std::uint32_t> const& dims);

/// Returns the routers of a grid along such a cycle (path).
std::vector<std::uint32_t> neighbor_order(GridGeometry const& grid);

}  // namespace weft::collective

template <>
inline constexpr weft::EnumValue<weft::collective::RankOrder>
    weft::enum_values<weft::collective::RankOrder>[] = {
        {"neighbors", weft::collective::RankOrder::neighbors,
         "along a cycle of neighbors on a grid, else plain"},
        {"plain", weft::collective::RankOrder::plain, "0, 1, 2, .."}};
