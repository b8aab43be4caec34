#pragma once

#include <concepts>
#include <cstdint>
#include <string>
#include <vector>

#include "weft/topology/topology.hpp"

namespace weft {

/// The arguments of one member of each series along which a family grows, as "sides=4x4x4".
using Members = std::vector<std::string>;

/// `T::members(i)`: the i-th member of each series, i = 1, 2, .., ever larger; some may not exist. Machines grow along these
/// series: near-cubic grids, balanced dragonflies. A family without them grows by each of its whole-number parameters.
template <class T>
concept GrowsInSeries = Topology<T> && requires(std::uint64_t i) {
  { T::members(i) } -> std::same_as<Members>;
};

/// `text` with every # replaced by the number.
std::string numbered(std::string text, std::uint64_t i);

/// "sides=" and sides that differ by one at most, the i-th such grid from 2 x 2 x .. on.
std::string near_cubic_sides(std::uint64_t dimensions, std::uint64_t i);

}  // namespace weft
