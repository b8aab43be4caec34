// SPDX-License-Identifier: Apache-2.0
#include "weft/engine/rounds/clex/perpetual/perpetual_clex.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "weft/core/memory.hpp"
#include "weft/core/parallel.hpp"
#include "weft/core/ranks.hpp"
#include "weft/engine/rounds/clex/clex_recursion.hpp"
#include "weft/engine/rounds/clex/clex_simulation.hpp"
#include "weft/engine/rounds/clex/perpetual/waiting_messages.hpp"

namespace weft::rounds {
namespace {

/// A message of an instance, with its number in the instance and the rounds of its last visit to a clique.
struct NumberedMessage {
  static constexpr bool tracked = true, numbered = true;
  std::uint64_t destination;
  std::uint32_t number = 0;
  std::uint32_t rounds = 0;

  /// `time`: rounds including requests and grants (round_ps of HopLengths is 1).
  void arrive(std::uint32_t, std::uint32_t, std::uint32_t, std::uint64_t time) {
    rounds = static_cast<std::uint32_t>(time);
  }
};

class PerpetualRun {
 public:
  PerpetualRun(ClexMachine const& machine, Traffic const& traffic, ClexOptions const& options,
               std::uint64_t seed, SteadyParams const& params, Progress& progress)
      : machine_(machine),
        options_(options),
        batch_(options.batch == 0 ? machine.m : options.batch),
        seed_(seed),
        params_(params),
        progress_(progress),
        calls_(calls_in_order(machine.levels, options.redistribute)),
        waiting_(traffic, ArrivalLaw(params.arrivals, params.rate), seed),
        joining_(machine.nodes()),
        series_(params, machine.nodes()) {
    result_.measures = ClexMeasures(machine.levels);
    result_.rounds_of_level.resize(machine.levels);
  }

  PerpetualResult run() {
    progress_.start("A(l) in perpetual operation", params_.rounds, "rounds");
    while (!series_.complete()) {
      SteadyStage stage;
      while (stage.rounds < series_.stage_rounds() && series_.rounds() + stage.rounds < params_.rounds)
        run_instance(stage);
      stage.in_flight = arrived_ - delivered_;
      weft::merge_over_ranks(stage.latencies);
      series_.add(std::move(stage));
    }
    progress_.finish();
    result_.measures.messages = delivered_;
    static_cast<SteadyOutcome&>(result_) = series_.outcome();
    return std::move(result_);
  }

 private:
  using Recursion = ClexRecursion<NumberedMessage, std::uint32_t, Clique<NumberedMessage>>;

  void arrive_until(std::uint64_t round, SteadyStage& stage) {
    for (; arrivals_until_ < round; ++arrivals_until_) {
      auto const count = waiting_.next_round();
      arrived_ += count;
      stage.arrived += count;
    }
  }

  /// Runs an instance, or an idle round if there are no messages.
  void run_instance(SteadyStage& stage) {
    arrive_until(round_ + 1, stage);
    waiting_.join(batch_, joining_);
    std::uint64_t rounds = 1;
    if (joining_.num_messages() > 0) rounds = deliver(stage);
    round_ += rounds;
    stage.rounds += rounds;
    arrive_until(round_, stage);
    progress_.advance(rounds);
  }

  /// Runs an instance on the messages that joined it. Returns its rounds.
  std::uint64_t deliver(SteadyStage& stage) {
    struct Arrived {
      std::uint32_t number, rounds;
    };
    std::vector<std::vector<Arrived>> arrived(num_threads());
    std::vector<std::vector<WaitingMessage>> left(num_threads());
    Recursion recursion(machine_, options_, seed_of_instance(seed_, result_.instances), joining_,
                        [this] { return Clique<NumberedMessage>(machine_.m, options_, machine_.nodes()); });
    recursion.set_lengths(
        HopLengths{machine_.m, {}, 1}, [](std::uint64_t, std::uint64_t) { return 0U; },
        RoundTimes({.alpha_ns = {0}}, std::vector<double>(machine_.levels)));
    recursion.set_numbers([this](std::uint64_t node) { return joining_.first(node); });
    recursion.set_sink([&](std::uint64_t, CliqueInput<NumberedMessage> const& in, unsigned worker) {
      for (std::size_t i = 0; i < in.size; ++i)
        arrived[worker].push_back({in.message[i].number, in.message[i].rounds});
    });
    recursion.set_left_sink([&](std::uint64_t node, NumberedMessage const& message, unsigned worker) {
      left[worker].push_back({static_cast<std::uint32_t>(node),
                              static_cast<std::uint32_t>(recursion.node_of(message.destination)),
                              joining_.creation_round(message.number)});
    });
    auto const measures = recursion.run();
    auto const rounds = measures.makespan();
    auto const last_step = measures.step_rounds.at(2 * calls_.back().number + 1);
    std::uint64_t count = 0;
    for (auto const& of_worker : arrived)
      for (auto const& [number, in_last_visit] : of_worker) {
        stage.latencies.add(round_ + rounds - last_step + in_last_visit - joining_.creation_round(number));
        ++count;
      }
    count = sum_over_ranks(count);
    stage.delivered += count;
    delivered_ += count;
    put_back(left);
    add(measures);
    return rounds;
  }

  void put_back(std::vector<std::vector<WaitingMessage>> const& left) {
    ByteWriter mine;
    for (auto const& of_worker : left) mine.put_all(std::span<WaitingMessage const>(of_worker));
    std::vector<WaitingMessage> all;
    for (auto const& of_rank : allgather_bytes(mine.bytes()))
      for (ByteReader in(of_rank); !in.empty();) all.push_back(in.read<WaitingMessage>());
    result_.left += all.size();
    waiting_.put_back(std::move(all));
  }

  void add(ClexMeasures const& measures) {
    ++result_.instances;
    result_.joined += joining_.num_messages();
    result_.measures.merge(measures);
    for (Call const& call : calls_) {
      auto const rounds_of = [&](std::uint64_t step) {
        return step < measures.step_rounds.size() ? measures.step_rounds[step] : 0;
      };
      result_.rounds_of_level[0] += rounds_of(2 * call.number + 1);
      if (call.exchange > 0) result_.rounds_of_level[call.exchange - 1] += rounds_of(2 * call.number);
    }
  }

  ClexMachine machine_;
  ClexOptions options_;
  std::uint32_t batch_;
  std::uint64_t seed_;
  SteadyParams const& params_;
  Progress& progress_;
  std::vector<Call> calls_;
  WaitingMessages waiting_;
  JoiningMessages joining_;
  SteadySeries series_;
  PerpetualResult result_;
  std::uint64_t round_ = 0, arrivals_until_ = 0, arrived_ = 0, delivered_ = 0;
};

/// Returns the memory of the node queues, and of the messages of an instance, both as joining messages and in
/// stores, in bytes.
double bytes_needed(ClexMachine const& machine, ClexOptions const& options) {
  constexpr double bytes_per_node = 32, bytes_per_joining = 12;
  auto const nodes = static_cast<double>(machine.nodes());
  auto const batch = nodes * (options.batch == 0 ? machine.m : options.batch);
  return nodes * bytes_per_node + batch * bytes_per_joining +
         static_cast<double>(bytes_of_stores(machine, batch, sizeof(NumberedMessage), sizeof(std::uint32_t)));
}

PerpetualResult run_at(ClexMachine const& machine, Traffic const& traffic, ClexOptions const& options,
                       std::uint64_t seed, SteadyParams const& params, Progress& progress) {
  check_rate(params);
  require_memory(static_cast<std::uint64_t>(bytes_needed(machine, options)),
                 fmt::format("an instance of A(l) on {} nodes", machine.nodes()),
                 "use a smaller batch or a smaller CLEX");
  return PerpetualRun(machine, traffic, options, seed, params, progress).run();
}

}  // namespace

std::uint64_t seed_of_instance(std::uint64_t seed, std::uint64_t instance) {
  return philox(seed, Purpose::instance, instance)[0];
}

PerpetualResult run_perpetual(ClexMachine const& machine, Traffic const& traffic, ClexOptions const& options,
                              std::uint64_t seed, SteadyParams const& params, Progress& progress) {
  check_options(machine, options);
  return run_at(machine, traffic, options, seed, params, progress);
}

Saturation find_saturation(ClexMachine const& machine, Traffic const& traffic, ClexOptions const& options,
                           std::uint64_t seed, SteadyParams const& params, Progress& progress) {
  check_options(machine, options);
  return find_saturation(params, [&](SteadyParams const& trial) -> Saturation::Trial {
    auto const result = run_at(machine, traffic, options, seed, trial, progress);
    return {trial.rate, result.accepted, result.latency, result.sustained};
  });
}

Estimate estimate_perpetual(ClexMachine const& machine, ClexOptions const& options,
                            SteadyParams const& params) {
  constexpr double seconds_per_arrival = 30e-9, seconds_per_draw = 10e-9, rounds_of_call = 8;
  auto const nodes = static_cast<double>(machine.nodes()), rounds = static_cast<double>(params.rounds);
  auto const arrivals = params.rate * nodes * rounds;
  auto const instances =
      std::max(1.0, rounds / (rounds_of_call *
                              static_cast<double>(calls_of_message(machine.levels, options.redistribute))));
  auto const batch = nodes * (options.batch == 0 ? machine.m : options.batch);
  auto const joined = std::min(arrivals, instances * batch);
  auto const per_instance = estimate_clex(machine, joined / instances, options, true);
  auto const seconds =
      instances * per_instance.seconds + arrivals * seconds_per_arrival + nodes * rounds * seconds_per_draw;
  return {bytes_needed(machine, options), seconds, per_instance.useful_threads};
}

}  // namespace weft::rounds
