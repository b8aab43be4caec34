// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <rapidcheck.h>

#include "weft/engine/flit/flit_params.hpp"

namespace weft::flit {

/// Draws the delays of routers and terminals, and the size of packets.
inline void draw_delays(FlitParams& params) {
  params.routing_delay = *rc::gen::inRange(0, 4);
  params.vc_allocation_delay = *rc::gen::inRange(1, 4);
  params.switch_allocation_delay = *rc::gen::inRange(1, 4);
  params.switch_delay = *rc::gen::inRange(1, 4);
  params.credit_delay = *rc::gen::inRange(0, 4);
  params.injection_latency = *rc::gen::inRange(1, 6);
  params.ejection_latency = *rc::gen::inRange(1, 6);
  params.packet_size = {*rc::gen::inRange(1, 7)};
}

}  // namespace weft::flit
