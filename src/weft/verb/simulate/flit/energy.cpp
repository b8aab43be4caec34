#include "weft/verb/simulate/flit/energy.hpp"

#include <algorithm>
#include <array>

namespace weft::verb {
namespace {

/// What the network did in the measured cycles.
struct Activity {
  std::uint64_t switched = 0;   ///< flits, by any router
  std::uint64_t crossings = 0;  ///< flits over channels between routers
  double meters = 0;            ///< flits times the lengths of these channels
  std::uint64_t ejected = 0;    ///< flits
  std::uint64_t ports = 0;      ///< output ports that have not failed
};

Activity activity_of(FlitAssembly const& setting, flit::FlitNetwork const& machine,
                     flit::Outcome const& outcome) {
  Activity sum;
  auto const& network = *setting.network;
  auto const layout = setting.topology->layout(setting.layout);
  for (std::uint32_t r = 0; r < machine.num_routers(); ++r) {
    if (network.router_failed({r})) continue;
    for (std::uint32_t p = 0; p < machine.outputs(r); ++p) {
      auto const flits = outcome.sent[machine.first_out(r) + p];
      sum.switched += flits;
      if (p >= machine.channels(r)) {
        sum.ejected += flits;
        ++sum.ports;
        continue;
      }
      auto const c = network.channel({r}, PortId{static_cast<std::uint16_t>(p)});
      sum.ports += network.channel_failed(c) ? 0 : 1;
      sum.crossings += flits;
      if (flits > 0 && setting.params.meter_energy > 0)
        sum.meters += static_cast<double>(flits) * layout.length({r}, network.target(c));
    }
  }
  return sum;
}

/// pJ of a port in a cycle; by default that of the published router with flits of 128 bits, in proportion to
/// the width.
double port_energy(flit::FlitParams const& params) {
  constexpr double published = 26, published_bits = 128;
  if (params.port_energy >= 0) return params.port_energy;
  return published * static_cast<double>(params.flit_bits) / published_bits;
}

/// One cause, in pJ.
struct Cause {
  char const* name;
  Value events;
  double energy;
};

}  // namespace

Table energy_table(FlitAssembly const& setting, flit::FlitNetwork const& machine,
                   flit::Outcome const& outcome) {
  auto const& params = setting.params;
  auto const did = activity_of(setting, machine, outcome);
  auto const bits = static_cast<double>(params.flit_bits),
             switched = bits * static_cast<double>(did.switched);
  auto const cycles = static_cast<double>(outcome.measured);
  std::array<Cause, 8> const causes{{
      {"buffer write", did.switched, switched * params.write_energy},
      {"buffer read", did.switched, switched * params.read_energy},
      {"switch", did.switched, switched * params.switch_energy},
      {"arbitration", did.switched, switched * params.arbitration_energy},
      {"channels", did.crossings, bits * static_cast<double>(did.crossings) * params.link_energy},
      {"length of channels", did.crossings, bits * did.meters * params.meter_energy},
      {"channels of terminals", 2 * did.ejected,
       bits * 2 * static_cast<double>(did.ejected) * params.link_energy},
      {"ports, busy or not", {}, cycles * static_cast<double>(did.ports) * port_energy(params)},
  }};
  double all = 0;
  for (auto const& cause : causes) all += cause.energy;
  Table table{"energy",
              "Energy in the measured cycles",
              {{"cause"},
               {"events", "", "flits to which it happened"},
               {"energy", "nJ"},
               {"share", "", "", 4},
               {"per_packet", "pJ", "that arrived"},
               {"per_hop", "pJ", "of a flit, between routers"},
               {"per_bit", "pJ", "that arrived", 3},
               {"power", "W", "with a clock"}},
              {}};
  auto const ejected = static_cast<double>(did.ejected);
  auto const& tally = outcome.tally;
  auto const flits_of_a_packet = static_cast<double>(tally.measured_flits) /
                                 static_cast<double>(std::max<std::uint64_t>(tally.measured_started, 1));
  auto const over = [](double energy, double count) { return count > 0 ? Value(energy / count) : Value(); };
  auto const add = [&](char const* name, Value const& events, double energy) {
    table.add_row({name, events, energy / 1e3, all > 0 ? Value(energy / all) : Value(),
                   over(energy, flits_of_a_packet > 0 ? ejected / flits_of_a_packet : 0),
                   over(energy, static_cast<double>(did.crossings)), over(energy, ejected * bits),
                   params.clock > 0 ? Value(energy * params.clock / cycles / 1e3) : Value()});
  };
  for (auto const& cause : causes) add(cause.name, cause.events, cause.energy);
  add("in all", {}, all);
  return table;
}

}  // namespace weft::verb
