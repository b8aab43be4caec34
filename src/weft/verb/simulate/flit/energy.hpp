#pragma once

#include "weft/core/table.hpp"
#include "weft/engine/flit/flit_network.hpp"
#include "weft/engine/flit/run.hpp"
#include "weft/workload/flit/assembly.hpp"

namespace weft::verb {

/// The energy of the measured cycles, by cause, from the flits that output ports sent: each of them was
/// written into a buffer, allocated, read and switched, and it crossed a channel, whose length the layout
/// states. A flit that reaches a terminal also crossed an injection channel. Ports that have not failed take
/// energy in every cycle. (H.-S. Wang, X. Zhu, L.-S. Peh, S. Malik, Orion, MICRO 2002, sec. 3.)
///
/// The defaults: routers as that of the SCC (P. Salihundam et al., IEEE J. Solid-State Circuits 46(4), 2011),
/// 550 mW for 1.28 Tb/s on five ports of 128 bits at 2 GHz, 0.43 pJ per bit at full load, in the proportions
/// of buffers, switch, arbiters and clock of Y. Hoskote et al. (IEEE Micro 27(5), 2007): 22 : 15 : 7 : 39.
/// Links: 2.8 W for a port of 40 Gb/s (M. Besta, T. Hoefler, SC 2014), as in the cost model.
Table energy_table(FlitAssembly const& setting, flit::FlitNetwork const& machine,
                   flit::Outcome const& outcome);

}  // namespace weft::verb
