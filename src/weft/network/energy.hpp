// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <tuple>

#include "weft/core/param.hpp"
#include "weft/core/table.hpp"

namespace weft {

/// Energy of single events in routers and channels, in pJ. Default for buffers: an access to an 8 KB SRAM at
/// 7 nm costs 7.5 pJ for 64 bits (N. P. Jouppi et al., Ten lessons from three generations shaped Google's
/// TPUv4i, ISCA 2021, table 2). Default for channels: both ends of a long-reach lane of 116 Gb/s at 7 nm
/// (M.-A. LaCroix et al., A 116 Gb/s DSP-based wireline transceiver in 7 nm CMOS achieving 6 pJ/b at 45 dB
/// loss, ISSCC 2021). The other causes have no default, because no recent publication reports them
/// separately.
struct EnergyParams {
  static constexpr double unknown = -1;  ///< excludes a cause of energy

  std::int64_t flit_bits = 0;
  double clock = 0;
  double write_energy = 0.117;
  double read_energy = 0.117;
  double switch_energy = unknown;
  double arbitration_energy = unknown;
  double port_energy = unknown;
  double link_energy = 6;
  double meter_energy = unknown;

  static constexpr std::tuple schema{
      param("flit_bits", &EnergyParams::flit_bits, Range{1, 1e6}, "bits of a flit (required)"),
      param("clock", &EnergyParams::clock, Range{0, 1e6},
            "cycles per nanosecond, to compute the power of the network; 0: no power", "GHz"),
      param("write_energy", &EnergyParams::write_energy, Range{-1, 1e9},
            "energy of writing a bit into an input buffer; here and below, -1: unknown", "pJ"),
      param("read_energy", &EnergyParams::read_energy, Range{-1, 1e9},
            "energy of reading a bit from an input buffer", "pJ"),
      param("switch_energy", &EnergyParams::switch_energy, Range{-1, 1e9},
            "energy of a bit that passes the switch", "pJ"),
      param("arbitration_energy", &EnergyParams::arbitration_energy, Range{-1, 1e9},
            "energy of both allocations, per bit of the flit", "pJ"),
      param("port_energy", &EnergyParams::port_energy, Range{-1, 1e9},
            "energy per cycle of a port with its input and output, busy or idle", "pJ"),
      param("link_energy", &EnergyParams::link_energy, Range{-1, 1e9},
            "energy of sending a bit over a channel, including terminal channels", "pJ"),
      param("meter_energy", &EnergyParams::meter_energy, Range{-1, 1e9},
            "additional energy per meter of a channel between routers, according to the layout", "pJ")};
};

/// Events in a network during a number of cycles. Flits are counted at output ports: each flit that a port
/// sends has been written into a buffer, allocated, read and switched, and traverses a channel.
struct NetworkActivity {
  std::uint64_t cycles = 0;
  std::uint64_t switched = 0;   ///< flits through switches, over all routers
  std::uint64_t crossings = 0;  ///< flits over channels between routers
  double meters = 0;            ///< flits times channel length
  std::uint64_t ejected = 0;    ///< flits; each also crossed an injection channel
  std::uint64_t ports = 0;      ///< working output ports
  double flits_per_packet = 0;  ///< mean; 0: packets were not counted
};

/// Returns the energy by cause (H.-S. Wang, X. Zhu, L.-S. Peh, S. Malik, Orion, MICRO 2002, sec. 3), and the
/// sum over the causes with known energy. Working ports consume energy in every cycle.
Table energy_table(NetworkActivity const& activity, EnergyParams const& params);

}  // namespace weft
