#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "weft/engine/rounds/forward/forward_settings.hpp"
#include "weft/engine/rounds/forward/store_and_forward.hpp"
#include "weft/engine/rounds/forward/wire/forward_wiring.hpp"
#include "weft/traffic/traffic.hpp"

namespace weft::rounds {

/// What all runs of the engine are made of. Throws InputError if the options, the network and the traffic do not fit.
struct ForwardSetup {
  ForwardSetup(StoreAndForward::Params const& params, ForwardJob const& job, Traffic const& traffic);
  ForwardSettings settings;
  Wiring wiring;
};

/// The messages of each channel, summed up by class; `loads` may be empty.
std::vector<ClassLoad> class_loads(Network const& network, std::span<std::uint32_t const> loads);

}  // namespace weft::rounds
