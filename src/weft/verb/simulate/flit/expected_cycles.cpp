#include "weft/verb/simulate/flit/expected_cycles.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace weft::verb {
namespace {

/// Below these no run ends by itself: engine/flit/steady.cpp.
constexpr std::int64_t least_warm_up = 4000, least_measured = 4000;
/// Of a port with little traffic; 1.5e-7 s were measured on a torus near saturation.
constexpr double seconds_per_port_and_cycle = 2e-8;

}  // namespace

std::uint64_t expected_cycles(flit::FlitParams const& params) {
  auto const warm_up = params.warm_up > 0 ? params.warm_up : least_warm_up;
  auto const measured = params.cycles > 0 ? params.cycles : least_measured;
  return static_cast<std::uint64_t>(std::min(warm_up + measured, params.most_cycles));
}

void expect_cycles(FlitAssembly const& setting, flit::FlitNetwork const& machine, std::size_t runs,
                   Progress& progress) {
  auto const cycles = expected_cycles(setting.params) * runs;
  progress.expect(static_cast<double>(cycles) * machine.num_in() * seconds_per_port_and_cycle,
                  fmt::format("simulating {} for {} cycles", setting.topology->spec(false), cycles));
}

}  // namespace weft::verb
