#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "weft/engine/flit/router_params.hpp"
#include "weft/engine/flit/state.hpp"
#include "weft/engine/flit/watchdog.hpp"
#include "weft/explore/flit_channels.hpp"

namespace weft::explore {

/// A deadlock with the channels of its cycle.
struct LiveDeadlock {
  struct Waiter {
    std::optional<std::uint32_t> channel;  ///< into whose buffer the packet came; none: by injection
    std::uint32_t router = 0, vc = 0;
    std::uint32_t source = 0, destination = 0;
    std::optional<std::uint32_t> next_channel;  ///< for which it waits; none: ejection
    std::uint32_t next_vc = 0;
  };
  std::uint64_t cycle = 0, blocked = 0;
  std::string text;
  std::vector<Waiter> waiters;
};

/// The deadlock that the watchdog has just found in `state`.
LiveDeadlock live_deadlock(flit::Deadlock const& found, flit::State const& state,
                           FlitChannels const& channels);

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
