#include "weft/engine/rounds/clex/clex_simulation.hpp"

#include <cmath>
#include <limits>
#include <memory>
#include <type_traits>

#include <fmt/format.h>

#include "weft/core/error.hpp"
#include "weft/core/memory.hpp"
#include "weft/core/merge_over_ranks.hpp"
#include "weft/core/param.hpp"
#include "weft/engine/rounds/clex/clex_recursion.hpp"
#include "weft/network/cables.hpp"
#include "weft/topology/family/clex.hpp"

namespace weft::rounds {

ClexMachine::ClexMachine(topology::Clex const& clex)
    : ClexMachine(clex.m(), clex.levels(), clex.landing() == topology::Landing::low, clex.single()) {}

namespace {

/// Whether the clique loads of a run are expected to stay below the limit of an offset: the mean of a clique
/// and ten standard deviations of a random load. A run that exceeds it nevertheless is repeated with the
/// longest offsets.
template <class Offset>
bool fits(ClexMachine const& machine, double messages) {
  double const mean = messages / static_cast<double>(machine.cliques());
  return mean + 10 * std::sqrt(mean) < std::numeric_limits<Offset>::max();
}

std::string messages_text(ClexMachine const& machine, Traffic const& traffic) {
  return fmt::format("{} messages on {} nodes", traffic.num_messages(), machine.nodes());
}
/// Calls take(message, offset), both std::type_identity, with the smallest types of simulate_clex that hold
/// the digits of a node and the load of a clique.
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

using RecordedMessage = TrackedMessage<std::uint64_t>;

constexpr char const* fewer_messages = "send fewer, or take a smaller CLEX";

template <class Message, class Offset>
ClexMeasures run_plain(ClexMachine const& machine, Traffic const& traffic, ClexOptions const& options,
                       std::uint64_t seed, Progress& progress) {
  ClexRecursion<Message, Offset> recursion(machine, options, seed, traffic);
  require_memory(recursion.bytes_needed(), messages_text(machine, traffic), fewer_messages);
  progress.start("A(l)", recursion.work(), "messages");
  recursion.set_tick([&](std::uint64_t messages) { progress.advance(messages); });
  auto measures = recursion.run();
  progress.finish();
  return measures;
}

}  // namespace

void check_options(ClexMachine const& machine, ClexOptions const& options) {
  if (options.redistribute > machine.levels)
    throw InputError("redistribute = " + std::to_string(options.redistribute),
                     "must be a level, at most " + std::to_string(machine.levels));
  bool const estimates = options.estimate_error > 0 || options.estimate_every > 1;
  if (estimates && options.copies != Copies::literal)
    throw InputError(options.estimate_error > 0
                         ? "estimate_error = " + number_text(options.estimate_error)
                         : "estimate_every = " + std::to_string(options.estimate_every),
                     "only copies=literal depends on the messages left", "", "routing");
}

ClexOutcome simulate_clex(topology::Clex const& clex, Traffic const& traffic, ClexOptions const& options,
                          std::uint64_t seed, Progress& progress) {
  ClexMachine const machine{clex};
  check_options(machine, options);
  auto const run = [&]<class Message, class Offset>(std::type_identity<Message>, std::type_identity<Offset>) {
    return ClexOutcome{run_plain<Message, Offset>(machine, traffic, options, seed, progress), {}};
  };
  try {
    return with_types(machine, static_cast<double>(traffic.num_messages()), run);
  } catch (OffsetOverflow) { return with_types(machine, std::numeric_limits<double>::infinity(), run); }
}

Estimate estimate_clex(ClexMachine const& machine, double messages, ClexOptions const& options,
                       bool recorded) {
  constexpr double seconds_per_delivery = 22e-9, seconds_per_record = 60e-9, seconds_per_edge = 0.6e-9;
  auto const calls = static_cast<double>(calls_of_message(machine.levels, options.redistribute));
  auto const edges = static_cast<double>(machine.nodes()) * machine.m;
  auto const seconds = calls * (messages * (seconds_per_delivery + (recorded ? seconds_per_record : 0)) +
                                edges * seconds_per_edge);
  auto const bytes =
      recorded ? ClexRecursion<RecordedMessage, std::uint32_t>::bytes_needed(machine, messages)
               : with_types(machine, messages,
                            [&]<class Message, class Offset>(std::type_identity<Message>,
                                                             std::type_identity<Offset>) {
                              return ClexRecursion<Message, Offset>::bytes_needed(machine, messages);
                            });
  return {static_cast<double>(bytes), seconds, useful_threads(machine.levels > 1 ? machine.m : 1, seconds)};
}

namespace {

/// Millimeters of cable of a hop. Whole millimeters per place are multiplied, which is fast.
HopLength hop_lengths(std::shared_ptr<Layout const> layout) {
  auto const millimeters = std::llround(layout->pitch() * 1000);
  bool const is_whole = static_cast<double>(millimeters) == layout->pitch() * 1000;
  if (layout->cables() == CableWay::axes && is_whole)
    return [layout, per_cell = static_cast<std::uint32_t>(millimeters)](RouterId from, RouterId to) {
      return cells_between(layout->cell(from), layout->cell(to)) * per_cell;
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

namespace {

/// The hop delays of a message's path: it crosses each level above the first a fixed number of times.
class HopDelays {
 public:
  HopDelays(ClexMachine const& machine, ClexOptions const& options, RoundTimes const& times)
      : in_clique_ps_(times.hop_ps(0)) {
    for (Call const& call : calls_in_order(machine.levels, options.redistribute)) {
      if (call.exchange == 0) continue;
      ++hops_between_;
      between_ps_ += times.hop_ps(call.exchange - 1);
    }
  }
  std::uint64_t operator()(std::uint64_t hops) const {
    return between_ps_ + (hops - hops_between_) * in_clique_ps_;
  }

 private:
  std::uint64_t in_clique_ps_, hops_between_ = 0, between_ps_ = 0;
};

}  // namespace

ClexOutcome simulate_clex_delays(topology::Clex const& clex, Traffic const& traffic,
                                 ClexOptions const& options, std::uint64_t seed, ClexCables const& cables,
                                 Progress& progress) {
  using Message = RecordedMessage;
  ClexMachine const machine{clex};
  check_options(machine, options);
  auto const& length = cables.length;
  auto const between = [&](std::uint64_t from, std::uint64_t to) -> std::uint32_t {
    return length ? length({static_cast<std::uint32_t>(from)}, {static_cast<std::uint32_t>(to)}) : 0;
  };
  std::vector<std::uint32_t> in_clique;
  if (length)
    for (std::uint32_t from = 0; from < machine.m; ++from)
      for (std::uint32_t to = 0; to < machine.m; ++to) in_clique.push_back(between(from, to));
  std::vector<DelayStatistics> delays(num_threads(), DelayStatistics{cables.beta_ns_per_meter});
  HopDelays const hop_delays(machine, options, cables.times);
  ClexRecursion<Message, std::uint32_t> recursion(machine, options, seed, traffic);
  require_memory(recursion.bytes_needed(), "following " + messages_text(machine, traffic), fewer_messages);
  recursion.set_lengths(HopLengths{machine.m, std::move(in_clique), cables.times.round_ps(0)}, between,
                        cables.times);
  recursion.set_sink([&](std::uint64_t, CliqueInput<Message> const& in, unsigned worker) {
    for (std::size_t i = 0; i < in.size; ++i) {
      auto const& it = in.message[i];
      delays[worker].add({it.rounds, it.hops, it.distance, hop_delays(it.hops), it.time_ps});
    }
  });
  progress.start("A(l), every message followed", recursion.work(), "messages");
  recursion.set_tick([&](std::uint64_t messages) { progress.advance(messages); });
  ClexOutcome outcome{recursion.run(), DelayStatistics{cables.beta_ns_per_meter}};
  progress.finish();
  for (auto const& each : delays) outcome.delays->merge(each);
  weft::merge_over_ranks(*outcome.delays);
  return outcome;
}

}  // namespace weft::rounds
