#include "weft/engine/flit/run_length.hpp"

#include <algorithm>

namespace weft::flit {

std::uint64_t expected_cycles(FlitParams const& params) {
  auto const cycles_or = [](std::int64_t cycles, std::uint64_t blocks) {
    return cycles > 0 ? static_cast<std::uint64_t>(cycles) : blocks * block_cycles;
  };
  return std::min(
      cycles_or(params.warm_up, least_warm_up_blocks) + cycles_or(params.cycles, least_measured_blocks),
      static_cast<std::uint64_t>(params.most_cycles));
}

std::uint64_t expected_blocks(std::uint64_t blocks, double excess) {
  constexpr double most = 1e12;
  auto const needed = std::min(static_cast<double>(blocks) * excess * excess, most);
  auto expected = least_measured_blocks;
  while (static_cast<double>(expected) < needed) expected = prolonged(expected);
  return expected;
}

}  // namespace weft::flit
