// SPDX-License-Identifier: Apache-2.0
#include "weft/network/energy.hpp"

#include <algorithm>
#include <array>

namespace weft {
namespace {

struct Cause {
  char const* name;
  Value events;
  double units;   ///< bits, bits times meters, or cycles of ports
  double energy;  ///< per unit, in pJ
};

}  // namespace

Table energy_table(NetworkActivity const& activity, EnergyParams const& params) {
  auto const bits = static_cast<double>(params.flit_bits),
             switched = bits * static_cast<double>(activity.switched),
             ejected = static_cast<double>(activity.ejected),
             crossings = static_cast<double>(activity.crossings),
             cycles = static_cast<double>(activity.cycles);
  std::array<Cause, 8> const causes{{
      {"buffer write", activity.switched, switched, params.write_energy},
      {"buffer read", activity.switched, switched, params.read_energy},
      {"switch", activity.switched, switched, params.switch_energy},
      {"arbitration", activity.switched, switched, params.arbitration_energy},
      {"channels", activity.crossings, bits * crossings, params.link_energy},
      {"length of channels", activity.crossings, bits * activity.meters, params.meter_energy},
      {"channels of terminals", 2 * activity.ejected, bits * 2 * ejected, params.link_energy},
      {"ports, busy or not", {}, cycles * static_cast<double>(activity.ports), params.port_energy},
  }};
  double sum = 0;
  for (auto const& cause : causes) sum += cause.units * std::max(cause.energy, 0.0);
  Table table{"energy",
              "Energy in the measured cycles",
              {{"cause"},
               {"events", "", "number of flits"},
               {"energy", "nJ"},
               {"share", "", "", 4},
               {"per_packet", "pJ", "energy per delivered packet"},
               {"per_hop", "pJ", "energy per flit and hop between routers"},
               {"per_bit", "pJ", "energy per delivered bit", 3},
               {"power", "W", "mean power; requires a clock"}},
              {}};
  auto const over = [](double energy, double count) { return count > 0 ? Value(energy / count) : Value(); };
  auto const add = [&](char const* name, Value const& events, double energy) {
    table.add_row({name, events, energy / 1e3, over(energy, sum),
                   over(energy, activity.flits_per_packet > 0 ? ejected / activity.flits_per_packet : 0),
                   over(energy, crossings), over(energy, ejected * bits),
                   params.clock > 0 ? Value(energy * params.clock / cycles / 1e3) : Value()});
  };
  for (auto const& cause : causes)
    if (cause.energy < 0)
      table.add_row({cause.name, cause.events, {}, {}, {}, {}, {}, {}});
    else
      add(cause.name, cause.events, cause.units * cause.energy);
  add("sum", {}, sum);
  return table;
}

}  // namespace weft
