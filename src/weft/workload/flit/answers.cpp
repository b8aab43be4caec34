// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "weft/workload/flit/tables.hpp"

namespace weft {
namespace {

using flit::FlitParams;
using flit::Outcome;

/// Returns half the width of the confidence interval, relative to the mean latency.
double precision_of(Outcome const& outcome) { return outcome.half_width / outcome.tally.latency.mean(); }

/// Factor by which the half-width may exceed the requested precision. The half-width from 20 batches has a
/// relative error of 1 / sqrt(2 * 19) = 16 %, and runs end when the half-width of the packets that arrived is
/// small enough, not of the packets created. Three times this error is tolerated.
constexpr double still_precise = 1.5;

bool misses_precision(Outcome const& outcome) {
  return outcome.ending == flit::Ending::measured && outcome.precision > 0 &&
         precision_of(outcome) > still_precise * outcome.precision;
}

std::string percent(double share) {
  return std::isfinite(share) ? fmt::format("{:.3g} %", 100 * share) : "an unknown precision";
}

std::string format_offered_rate(FlitParams const& params) {
  bool const one =
      std::ranges::any_of(params.classes, [](auto const& traffic_class) { return traffic_class.rate > 0; });
  return one ? fmt::format("with {} classes", params.classes.size()) : "at rate " + format_rate(params.rate);
}

std::string format_measured(FlitParams const& params, Outcome const& outcome) {
  if (params.injection == flit::Injection::batch)
    return fmt::format("all {} messages {}delivered after {} cycles", outcome.tally.delivered,
                       outcome.tally.unreachable > 0 ? "that have a path were " : "",
                       outcome.tally.latencies.max());
  std::string plus_minus;
  if (std::isfinite(outcome.half_width)) plus_minus = fmt::format(" +- {:.2f}", outcome.half_width);
  std::string missed;
  if (misses_precision(outcome))
    missed =
        fmt::format(" (to {}, requested: {})", percent(precision_of(outcome)), percent(outcome.precision));
  return fmt::format("latency {:.2f}{} cycles{} {}, {:.4f} flits per cycle and terminal accepted",
                     outcome.tally.latency.mean(), plus_minus, missed, format_offered_rate(params),
                     outcome.accepted);
}

/// Returns the maximum number of flits per cycle of any network channel.
double fastest(flit::FlitNetwork const& machine) {
  auto minimum = flit::ChannelTimes::cycle;
  for (std::uint32_t r = 0; r < machine.num_routers(); ++r)
    for (std::uint32_t p = 0; p < machine.channels(r); ++p)
      minimum = std::min(minimum, machine.pace(machine.first_out(r) + p));
  return static_cast<double>(flit::ChannelTimes::cycle) / minimum;
}

}  // namespace

std::string format_rate(double rate) { return Value(rate).short_text(); }

std::string format_ending(Outcome const& outcome) {
  switch (outcome.ending) {
    case flit::Ending::saturated: return "saturated";
    case flit::Ending::deadlock: return fmt::format("deadlock at cycle {}", outcome.deadlock->cycle);
    case flit::Ending::cut_off: return "cut off";
    case flit::Ending::measured: break;
  }
  return misses_precision(outcome) ? "measured to " + percent(precision_of(outcome)) : "measured";
}

std::string format_deadlock(flit::Deadlock const& deadlock) {
  return fmt::format(
      "deadlock at cycle {}: {} packets wait for each other in a cycle; {} buffers can never move",
      deadlock.cycle, deadlock.circle.size(), deadlock.blocked);
}

std::string answer_of(FlitParams const& params, Outcome const& outcome) {
  bool const has_rate =
      params.injection != flit::Injection::batch && params.injection != flit::Injection::timed;
  switch (outcome.ending) {
    case flit::Ending::deadlock: return format_deadlock(*outcome.deadlock);
    case flit::Ending::saturated:
      return fmt::format("saturated {}: {:.4f} flits per cycle and terminal get through",
                         format_offered_rate(params), outcome.accepted);
    case flit::Ending::cut_off:
      if (outcome.measured > 0 && outcome.left == 0 && outcome.tally.latency.count == 0)
        return fmt::format("no packets to measure in {} cycles: {}", outcome.cycles,
                           outcome.tally.unreachable > 0 ? "no packet had a path to its destination"
                                                         : "no packet was created");
      return fmt::format(
          "cut off after {} cycles, before the measurement ended: {} packets in flight or waiting{}; raise "
          "max_cycles for more cycles",
          outcome.cycles, outcome.left,
          has_rate
              ? " " + format_offered_rate(params) + ", which may exceed the saturation that weft sweep finds"
              : "");
    case flit::Ending::measured: break;
  }
  return format_measured(params, outcome);
}

std::vector<std::string> notes_of(FlitAssembly const& setting, flit::FlitNetwork const& machine) {
  std::vector<std::string> notes;
  auto const& params = setting.params;
  if (setting.vcs_of_routing)
    notes.push_back(fmt::format("vcs={} instead of the default {}: {} requires it here", params.vcs,
                                FlitParams{}.vcs, setting.routing.name));
  if (setting.network->has_latencies())
    notes.emplace_back("channel latencies are taken from the file, not from the options");
  if (auto const maximum = fastest(machine); maximum > static_cast<double>(params.speedup))
    notes.push_back(fmt::format(
        "the fastest channels could carry {} flits per cycle, of which routers with speedup={} use at most {}",
        Value(maximum).short_text(), params.speedup, params.speedup));
  return notes;
}

std::vector<std::string> notes_of(std::span<RatedOutcome const> runs) {
  std::vector<std::string> notes;
  std::uint64_t unreachable = 0, imprecise = 0, cut_short = 0;
  RatedOutcome worst;
  for (auto const& run : runs) {
    unreachable += run.outcome->tally.unreachable;
    cut_short +=
        run.outcome->ending == flit::Ending::saturated && run.outcome->tally.latency.count > 0 ? 1 : 0;
    if (!misses_precision(*run.outcome)) continue;
    ++imprecise;
    if (worst.outcome == nullptr || precision_of(*run.outcome) > precision_of(*worst.outcome)) worst = run;
  }
  if (unreachable > 0)
    notes.push_back(
        fmt::format("{} packets had no path to their destination and were not sent", unreachable));
  if (cut_short > 0)
    notes.emplace_back(
        "the network is saturated: latencies cover only packets that arrived before the run ended");
  if (imprecise > 0)
    notes.push_back(fmt::format(
        "at {} the mean latency has a precision of {}{}, less than the requested {}; raise max_cycles",
        imprecise == 1 ? "rate " + format_rate(worst.rate) : fmt::format("{} rates", imprecise),
        percent(precision_of(*worst.outcome)),
        imprecise == 1 ? "" : " at worst, at rate " + format_rate(worst.rate),
        percent(worst.outcome->precision)));
  return notes;
}

}  // namespace weft
