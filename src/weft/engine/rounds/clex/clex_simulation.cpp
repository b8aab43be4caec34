// SPDX-License-Identifier: Apache-2.0
#include "weft/engine/rounds/clex/clex_simulation.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <type_traits>

#include "weft/core/error.hpp"
#include "weft/core/param.hpp"
#include "weft/engine/rounds/clex/clex_runs.hpp"
#include "weft/engine/rounds/clex/local/local_clex.hpp"
#include "weft/engine/rounds/clex/local/local_routes.hpp"
#include "weft/network/cables.hpp"
#include "weft/topology/family/clex.hpp"

namespace weft::rounds {

ClexMachine::ClexMachine(topology::Clex const& clex)
    : ClexMachine(clex.m(), clex.levels(), clex.landing() == topology::Landing::low, clex.single()) {}

namespace {

/// Returns whether the clique loads of a run are expected to fit in `Offset`: the mean load plus ten standard
/// deviations of a random load. A run that overflows nevertheless is repeated with the largest offsets.
template <class Offset>
bool fits(ClexMachine const& machine, double messages) {
  double const mean = messages / static_cast<double>(machine.cliques());
  return mean + 10 * std::sqrt(mean) < std::numeric_limits<Offset>::max();
}

/// Calls take(message, offset) with the smallest message and offset types (as std::type_identity) that can
/// store the digits of a node and the load of a clique. Returns the result.
template <class Take>
auto with_types(ClexMachine const& machine, double messages, Take take) {
  using std::type_identity, std::uint32_t;
  if (DigitPacking(machine.m, machine.levels).total_bits() > 32)
    return take(type_identity<PlainMessage<std::uint64_t>>{}, type_identity<uint32_t>{});
  constexpr type_identity<PlainMessage<uint32_t>> message;
  if (fits<std::uint8_t>(machine, messages)) return take(message, type_identity<std::uint8_t>{});
  if (fits<std::uint16_t>(machine, messages)) return take(message, type_identity<std::uint16_t>{});
  return take(message, type_identity<uint32_t>{});
}

/// Returns a factory of cliques.
template <class Message>
auto cliques(ClexMachine const& machine, ClexOptions const& options) {
  return [=] { return Clique<Message>(machine.m, options, machine.nodes()); };
}

}  // namespace

void check_options(ClexMachine const& machine, ClexOptions const& options) {
  if (options.redistribute > machine.levels)
    throw InputError("redistribute=" + std::to_string(options.redistribute),
                     "must be a level, at most " + std::to_string(machine.levels));
  bool const estimates = options.estimate_error > 0 || options.estimate_period > 1;
  if (estimates && options.copies != Copies::literal)
    throw InputError(options.estimate_error > 0
                         ? "estimate_error=" + format_number(options.estimate_error)
                         : "estimate_period=" + std::to_string(options.estimate_period),
                     "has an effect only with copies=literal", "", "routing");
}

void check_options(topology::Clex const& clex, ClexOptions const& options) {
  check_options(ClexMachine{clex}, options);
  if (!clex.local()) return;
  for (auto const& [key, value] : write_params(clex_options_schema, options, false))
    if (std::ranges::find(clique_options, key) != clique_options.end())
      throw InputError(key + "=" + value, "needs cliques, but clique=" + clex.params().clique, "omit " + key,
                       "routing");
}

ClexOutcome simulate_clex(topology::Clex const& clex, Traffic const& traffic, ClexOptions const& options,
                          std::uint64_t seed, Progress& progress) {
  ClexMachine const machine{clex};
  check_options(clex, options);
  if (clex.local()) return simulate_local_clex(clex, traffic, options, seed, progress);
  auto const run = [&]<class Message, class Offset>(std::type_identity<Message>, std::type_identity<Offset>) {
    return ClexOutcome{run_plain<Message, Offset>(machine, traffic, options, seed,
                                                  cliques<Message>(machine, options), progress),
                       {}};
  };
  try {
    return with_types(machine, static_cast<double>(traffic.num_messages()), run);
  } catch (OffsetOverflow) { return with_types(machine, std::numeric_limits<double>::infinity(), run); }
}

Estimate estimate_clex(topology::Clex const& clex, double messages, ClexOptions const& options,
                       bool recorded) {
  return estimate_clex(ClexMachine{clex}, messages, options, recorded,
                       clex.local() ? mean_local_hops(*clex.local()) : 0);
}

Estimate estimate_clex(ClexMachine const& machine, double messages, ClexOptions const& options, bool recorded,
                       double local_hops) {
  constexpr double seconds_per_delivery = 22e-9, seconds_per_record = 60e-9, seconds_per_edge = 0.6e-9,
                   seconds_per_local_hop = 25e-9;
  auto const calls = static_cast<double>(calls_of_message(machine.levels, options.redistribute));
  auto const edges = static_cast<double>(machine.nodes()) * machine.m;
  auto const seconds = calls * (messages * (seconds_per_delivery + (recorded ? seconds_per_record : 0) +
                                            local_hops * seconds_per_local_hop) +
                                edges * seconds_per_edge);
  auto const bytes =
      recorded ? bytes_of_stores(machine, messages, sizeof(RecordedMessage), sizeof(std::uint32_t))
               : with_types(machine, messages,
                            [&]<class Message, class Offset>(std::type_identity<Message>,
                                                             std::type_identity<Offset>) {
                              return bytes_of_stores(machine, messages, sizeof(Message), sizeof(Offset));
                            });
  return {static_cast<double>(bytes), seconds, useful_threads(machine.levels > 1 ? machine.m : 1, seconds)};
}

namespace {

/// Returns a function that computes the cable length of a hop in millimeters. If the pitch is a whole number
/// of millimeters and cables follow the axes, the function uses integer arithmetic, which is faster.
HopLength hop_lengths(std::shared_ptr<Layout const> layout) {
  auto const millimeters = std::llround(layout->pitch() * 1000);
  bool const is_whole = static_cast<double>(millimeters) == layout->pitch() * 1000;
  if (layout->cables() == CablePath::axes && is_whole)
    return [layout, per_cell = static_cast<std::uint32_t>(millimeters)](RouterId from, RouterId to) {
      return manhattan_distance(layout->cell(from), layout->cell(to)) * per_cell;
    };
  return [layout](RouterId from, RouterId to) {
    return static_cast<std::uint32_t>(std::llround(layout->length(from, to) * 1000));
  };
}

}  // namespace

ClexCables clex_cables(topology::Clex const& clex, Layout const& layout, DelayModel const& model) {
  std::vector<double> mean_meters;
  for (auto const& level : cable_statistics(clex, layout)) mean_meters.push_back(level.mean_length());
  return {model.beta_ns_per_meter, RoundTimes(model, mean_meters),
          hop_lengths(std::make_shared<Layout const>(layout))};
}

ClexOutcome simulate_clex_delays(topology::Clex const& clex, Traffic const& traffic,
                                 ClexOptions const& options, std::uint64_t seed, ClexCables const& cables,
                                 Progress& progress) {
  ClexMachine const machine{clex};
  check_options(clex, options);
  if (clex.local()) return simulate_local_clex_delays(clex, traffic, options, seed, cables, progress);
  return run_recorded(machine, traffic, options, seed, cables, cliques<RecordedMessage>(machine, options),
                      progress);
}

}  // namespace weft::rounds
