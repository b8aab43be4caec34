// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "weft/collective/algorithm.hpp"
#include "weft/core/param.hpp"

namespace weft::collective {

/// The order of the ranks around a logical ring.
enum class RankOrder : std::uint8_t { neighbors, plain };

/// All ranks in this order. Neighbors: on a grid, along a Hamiltonian cycle of the routers, so that each
/// message around the ring takes one channel in each direction, all different. Such a cycle exists if the
/// grid is a torus or has an even side (in two dimensions or more); else along a path of neighbors. Not on a
/// grid: plain.
std::vector<std::uint32_t> rank_order(Ranks const& ranks, RankOrder order);

/// Whether a Hamiltonian cycle through the routers of some dimensions of a grid is known.
bool has_cycle(GridGeometry const& grid, std::vector<std::uint32_t> const& dims);
/// These routers along that cycle, else along a path of neighbors, as offsets from the one at the origin.
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
