// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "weft/collective/algorithm.hpp"
#include "weft/core/param.hpp"

namespace weft::collective {

/// Order of the ranks around a logical ring.
enum class RankOrder : std::uint8_t { neighbors, plain };

/// Returns all ranks in the order `order`. `neighbors`: on a grid, along a Hamiltonian cycle of the routers,
/// so that each message around the ring uses one channel, and all channels are distinct. Such a cycle exists
/// if the grid is a torus or has an even side (in two or more dimensions); otherwise, along a path of
/// neighbors. On other machines, the order is `plain`.
std::vector<std::uint32_t> rank_order(Ranks const& ranks, RankOrder order);

/// Returns whether neighbor_order() returns a Hamiltonian cycle of the routers in the dimensions `dims`.
bool has_cycle(GridGeometry const& grid, std::vector<std::uint32_t> const& dims);
/// Returns the routers in the dimensions `dims` along a Hamiltonian cycle or, if there is none, along a path
/// of neighbors, as offsets from the router at the origin.
std::vector<std::uint32_t> neighbor_order(GridGeometry const& grid, std::vector<std::uint32_t> const& dims);

/// Returns all routers of a grid along a Hamiltonian cycle or, if there is none, along a path of neighbors.
std::vector<std::uint32_t> neighbor_order(GridGeometry const& grid);

}  // namespace weft::collective

template <>
inline constexpr weft::EnumValue<weft::collective::RankOrder>
    weft::enum_values<weft::collective::RankOrder>[] = {
        {"neighbors", weft::collective::RankOrder::neighbors,
         "along a cycle of neighbors on a grid, else plain"},
        {"plain", weft::collective::RankOrder::plain, "0, 1, 2, .."}};
