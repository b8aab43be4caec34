#include "weft/explore/standing_fronts.hpp"

#include <algorithm>

namespace weft::explore {

StandingFronts::StandingFronts(flit::State const& state, flit::RouterOptions const& options)
    : interval_(std::max(1u, (options.vc_buffer - 1) / options.speedup)), fronts_(state.input.size()) {}

void StandingFronts::look(std::uint64_t now, flit::State const& state) {
  looked_ = now;
  constexpr std::uint64_t present = std::uint64_t{1} << 63;
  for (std::size_t i = 0; i < fronts_.size(); ++i) {
    auto const& input = state.input[i];
    auto const flit = input.count == 0 ? 0
                                       : present | std::uint64_t{input.head} << 32 |
                                             state.buffer[i * state.depth + input.head];
    if (flit != fronts_[i].flit) fronts_[i] = {flit, now};
  }
}

}  // namespace weft::explore
