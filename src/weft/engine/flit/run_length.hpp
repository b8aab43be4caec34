#pragma once

#include <cstdint>

#include "weft/engine/flit/flit_params.hpp"

namespace weft::flit {

/// Cycles of a block, in which runs look at their latency.
inline constexpr std::uint64_t block_cycles = 100;
/// The minimum number of blocks of a warm-up of unknown length, and of a measurement.
inline constexpr std::uint64_t least_warm_up_blocks = 40, least_measured_blocks = 40;

/// The blocks of a measurement that was not precise enough after that many.
constexpr std::uint64_t prolonged(std::uint64_t blocks) { return blocks + blocks / 2; }

/// The cycles that a run is likely to take, before anything is known of it: if it is soon precise enough.
std::uint64_t expected_cycles(FlitParams const& params);

/// The blocks after which a measurement is likely to end: its interval, after `blocks` of them `excess` times
/// as wide as requested, shrinks with the root of its length.
std::uint64_t expected_blocks(std::uint64_t blocks, double excess);

}  // namespace weft::flit
