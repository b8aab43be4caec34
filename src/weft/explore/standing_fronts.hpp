#pragma once

#include <cstdint>
#include <vector>

#include "weft/engine/flit/router_params.hpp"
#include "weft/engine/flit/state.hpp"

namespace weft::explore {

/// Since when the front flit of each input virtual channel has not moved, as far as looks at the state tell.
class StandingFronts {
 public:
  /// Of the input virtual channels of `state`, which are empty.
  StandingFronts(flit::State const& state, flit::RouterOptions const& options);

  /// The most cycles between two looks that miss no move: less than a turn of the buffer, or one cycle, after
  /// which a buffer that has turned is empty.
  std::uint64_t interval() const { return interval_; }
  bool is_due(std::uint64_t now) const { return now - looked_ >= interval_; }
  void look(std::uint64_t now, flit::State const& state);
  /// Whether the place (Arrays::place) has had the same front in all looks for so many cycles.
  bool stands(std::size_t place, std::uint64_t now, std::uint64_t cycles) const {
    return fronts_[place].flit != 0 && now - fronts_[place].since >= cycles;
  }

 private:
  struct Front {
    std::uint64_t flit = 0;  ///< with its place in the buffer; 0: none
    std::uint64_t since = 0;
  };
  std::uint64_t interval_, looked_ = 0;
  std::vector<Front> fronts_;
};

}  // namespace weft::explore
