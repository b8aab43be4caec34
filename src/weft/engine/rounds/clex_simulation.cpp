#include "weft/engine/rounds/clex_simulation.hpp"

#include "weft/engine/rounds/clex_recursion.hpp"

namespace weft::rounds {
namespace {

/// Cliques this much fuller than the mean still have 16-bit offsets.
constexpr std::uint64_t offset_headroom = 4;

bool fits_short_offsets(ClexMachine const& machine, Traffic const& traffic) {
  return traffic.num_messages() / machine.cliques() * offset_headroom < 65536;
}

template <class Message, class Offset>
ClexMeasures run_plain(ClexMachine const& machine, Traffic const& traffic, ClexOptions const& options,
                       std::uint64_t seed, Progress& progress) {
  ClexRecursion<Message, Offset> recursion(machine, options, seed, traffic);
  progress.start("A(l)", recursion.work(), "messages");
  recursion.set_tick([&](std::uint64_t messages) { progress.advance(messages); });
  auto measures = recursion.run();
  progress.finish();
  return measures;
}

void check_options(ClexMachine const& machine, ClexOptions const& options) {
  if (options.redistribute > machine.levels)
    throw InputError("redistribute = " + std::to_string(options.redistribute),
                     "must be a level, at most " + std::to_string(machine.levels));
}

}  // namespace

ClexMachine::ClexMachine(Clex const& clex)
    : ClexMachine(clex.m(), clex.levels(), clex.landing() == Landing::low, clex.single()) {}

ClexOutcome simulate_clex(Clex const& clex, Traffic const& traffic, ClexOptions const& options, std::uint64_t seed,
                          Progress& progress) {
  ClexMachine const machine{clex};
  check_options(machine, options);
  if (DigitPacking(machine.m, machine.levels).total_bits() > 32)
    return {run_plain<PlainMessage<std::uint64_t>, std::uint32_t>(machine, traffic, options, seed, progress), {}};
  if (fits_short_offsets(machine, traffic)) try {
      return {run_plain<PlainMessage<std::uint32_t>, std::uint16_t>(machine, traffic, options, seed, progress), {}};
    } catch (OffsetOverflow) {
    }
  return {run_plain<PlainMessage<std::uint32_t>, std::uint32_t>(machine, traffic, options, seed, progress), {}};
}

ClexOutcome simulate_clex_delays(Clex const& clex, Traffic const& traffic, ClexOptions const& options,
                                 std::uint64_t seed, DelayModel const& model, HopLength const& length,
                                 Progress& progress) {
  using Message = TrackedMessage<std::uint64_t>;
  ClexMachine const machine{clex};
  check_options(machine, options);
  auto const between = [&](std::uint64_t from, std::uint64_t to) -> std::uint32_t {
    return length ? length({static_cast<std::uint32_t>(from)}, {static_cast<std::uint32_t>(to)}) : 0;
  };
  std::vector<std::uint32_t> in_clique;
  if (length)
    for (std::uint32_t from = 0; from < machine.m; ++from)
      for (std::uint32_t to = 0; to < machine.m; ++to) in_clique.push_back(between(from, to));
  std::vector<DelayStatistics> delays(num_threads(), DelayStatistics{model});
  ClexRecursion<Message, std::uint32_t> recursion(machine, options, seed, traffic);
  recursion.set_lengths(HopLengths{machine.m, std::move(in_clique)}, between);
  recursion.set_sink([&](std::uint64_t, CliqueInput<Message> const& in, unsigned worker) {
    for (std::size_t i = 0; i < in.size; ++i)
      delays[worker].add(in.message[i].rounds, in.message[i].hops, in.message[i].distance);
  });
  progress.start("A(l), every message followed", recursion.work(), "messages");
  recursion.set_tick([&](std::uint64_t messages) { progress.advance(messages); });
  ClexOutcome outcome{recursion.run(), DelayStatistics{model}};
  progress.finish();
  for (auto const& each : delays) outcome.delays->merge(each);
  return outcome;
}

}  // namespace weft::rounds
