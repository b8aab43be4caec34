#pragma once

#include <span>
#include <string>
#include <vector>

#include "weft/engine/flit/flit_network.hpp"
#include "weft/engine/flit/flit_params.hpp"
#include "weft/engine/flit/steady.hpp"
#include "weft/verb/simulate/flit/flit_assembly.hpp"

namespace weft::verb {

/// A rate with at most five significant digits.
std::string rate_text(double rate);

/// "measured", "measured to 14 %" (the precision that was reached, where a better one was asked for), "saturated", "deadlock at cycle
/// 4000" or "cut off".
std::string ending_text(flit::Outcome const& outcome);

/// One line that says what a run gave.
std::string answer_of(flit::FlitParams const& params, flit::Outcome const& outcome);

/// What a machine has that nobody asked for in so many words: virtual channels taken because the routing needs them, channels faster
/// than routers can feed them.
std::vector<std::string> notes_of(FlitAssembly const& setting, flit::FlitNetwork const& machine);

/// A run and the injection rate that it had.
struct RatedOutcome {
  double rate = 0;
  flit::Outcome const* outcome = nullptr;
};

/// What one should know of runs with otherwise the same parameters: packets without a path, latencies that have no mean, precision that was not
/// reached.
std::vector<std::string> notes_of(std::span<RatedOutcome const> runs);

}  // namespace weft::verb
