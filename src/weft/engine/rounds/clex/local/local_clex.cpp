// SPDX-License-Identifier: Apache-2.0
#include "weft/engine/rounds/clex/local/local_clex.hpp"

#include <memory>

#include "weft/engine/rounds/clex/clex_runs.hpp"
#include "weft/engine/rounds/clex/local/local_forwarding.hpp"
#include "weft/topology/family/clex.hpp"

namespace weft::rounds {
namespace {

/// Returns a factory of the local networks of threads, which share their routes.
template <class Message>
auto local_networks(topology::Clex const& clex) {
  return [routes = std::make_shared<LocalRoutes const>(clex.local())] {
    return LocalForwarding<Message>(routes);
  };
}

template <class Message>
ClexOutcome run(topology::Clex const& clex, Traffic const& traffic, ClexOptions const& options,
                std::uint64_t seed, Progress& progress) {
  return {run_plain<Message, std::uint32_t>(ClexMachine{clex}, traffic, options, seed,
                                            local_networks<Message>(clex), progress),
          {}};
}

}  // namespace

ClexOutcome simulate_local_clex(topology::Clex const& clex, Traffic const& traffic,
                                ClexOptions const& options, std::uint64_t seed, Progress& progress) {
  if (DigitPacking(clex.m(), clex.levels()).total_bits() > 32)
    return run<PlainMessage<std::uint64_t>>(clex, traffic, options, seed, progress);
  return run<PlainMessage<std::uint32_t>>(clex, traffic, options, seed, progress);
}

ClexOutcome simulate_local_clex_delays(topology::Clex const& clex, Traffic const& traffic,
                                       ClexOptions const& options, std::uint64_t seed,
                                       ClexCables const& cables, Progress& progress) {
  return run_recorded(ClexMachine{clex}, traffic, options, seed, cables,
                      local_networks<RecordedMessage>(clex), progress);
}

}  // namespace weft::rounds
