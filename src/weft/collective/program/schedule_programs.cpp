// SPDX-License-Identifier: Apache-2.0
#include "weft/collective/program/schedule_programs.hpp"

#include <algorithm>
#include <map>
#include <numeric>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "weft/collective/any_algorithm.hpp"
#include "weft/collective/applications/catalog.hpp"
#include "weft/core/interrupt.hpp"
#include "weft/core/memory.hpp"
#include "weft/network/machine.hpp"
#include "weft/traffic/program/rank_sequence.hpp"

namespace weft::collective {
namespace {

/// Merges consecutive messages between the same ranks into one message.
void merge(std::vector<Message>& messages) {
  std::size_t kept = 0;
  for (auto const& message : messages)
    if (kept > 0 && messages[kept - 1].from == message.from && messages[kept - 1].to == message.to)
      messages[kept - 1].count += message.count;
    else
      messages[kept++] = message;
  messages.resize(kept);
}

}  // namespace

RoundSteps::RoundSteps(RankRounds const& rounds, std::uint32_t ranks) : steps_(ranks) {
  std::vector<Message> messages;
  auto const part = 1.0 / rounds.blocks_per_message;
  for (std::uint32_t round = 0; round < rounds.rounds; ++round) {
    throw_if_interrupted();
    messages.clear();
    rounds.messages(round, messages);
    merge(messages);
    for (auto const& message : messages)
      steps_[message.to].push_back(
          {round, message.from, message.count * part, false, message.arrival == Arrival::add});
    for (auto const& message : messages)
      steps_[message.from].push_back({round, message.to, message.count * part, true, false});
  }
}

Program OperationProgram::make(Params const& params, TaskContext const& context) {
  auto const tasks = static_cast<std::uint32_t>(context.num_tasks());
  traffic::require_memory_of(tasks, 2 * static_cast<double>(params.iterations), name);
  ProgramBuilder builder;
  for (std::uint32_t task = 0; task < tasks; ++task) {
    throw_if_interrupted();
    traffic::RankSequence rank(builder, task);
    for (std::int64_t iteration = 0; iteration < params.iterations; ++iteration) {
      if (params.compute > 0) rank.compute(params.compute);
      rank.call({.kind = call_kind(params.of), .bytes = params.bytes});
    }
  }
  return std::move(builder).finish(tasks);
}

namespace {

struct TaskPhases {
  std::vector<Phase> phases;
  std::uint32_t tasks;
};

TaskPhases phases_named(std::string const& text, TaskContext const& context) {
  return Applications::pick_params(
      parse_one("of", text, "algorithm"),
      [&]<class A>(std::type_identity<A>, typename A::Params const& params) {
        A const application(params);
        auto const sides = params.grid != Sides{0}
                               ? params.grid
                               : application.default_grid({context.num_tasks(), context.sides});
        application.check_grid(sides);
        TaskGrid const grid(sides, std::vector<bool>(sides.size(), true));
        std::vector<std::uint32_t> places(grid.size());
        std::iota(places.begin(), places.end(), 0U);
        return TaskPhases{application.phases(grid, places), grid.size()};
      },
      "algorithm");
}

/// Adds the sends and receives of a phase to the program of a rank.
void add_phase(traffic::RankSequence& rank, std::vector<RoundStep> const& steps, double bytes,
               double compute) {
  for (auto at = steps.begin(); at != steps.end();) {
    rank.next();
    auto const round = at->round;
    for (; at != steps.end() && at->round == round; ++at)
      rank.add(weft::Operation{.kind = at->sends ? OperationKind::send : OperationKind::receive,
                               .peer = at->peer,
                               .tag = round,
                               .amount = bytes * at->share});
    rank.compute(compute);
  }
}

}  // namespace

Program ApplicationProgram::make(Params const& params, TaskContext const& context) {
  auto const [phases, tasks] = phases_named(params.of, context);
  std::vector<RoundSteps> steps;
  double operations = 0;
  for (auto const& phase : phases) {
    auto const& program = phase.program;
    steps.emplace_back(RankRounds{program.rounds, 1, program.messages}, tasks);
    for (std::uint32_t task = 0; task < tasks; ++task)
      operations += static_cast<double>(steps.back().steps(task).size());
  }
  traffic::require_memory_of(tasks, operations / tasks * 2 * static_cast<double>(params.iterations), name);
  ProgramBuilder builder;
  for (std::uint32_t task = 0; task < tasks; ++task) {
    throw_if_interrupted();
    traffic::RankSequence rank(builder, task);
    for (std::int64_t iteration = 0; iteration < params.iterations; ++iteration)
      for (auto const& phase : steps) add_phase(rank, phase.steps(task), params.bytes, params.compute);
  }
  return std::move(builder).finish(tasks);
}

namespace {

/// A send or receive of a block at a rank.
struct BlockStep {
  std::uint32_t peer, channel, block;
  /// Index of the message among the messages from its sender to its receiver in an iteration.
  std::uint32_t number;
  bool sends, adds;
};

/// The steps of each rank in a plan, in the order of the schedule.
class BlockSteps {
 public:
  /// `bytes`: memory per step in addition to BlockStep. Throws InputError if the steps do not fit in memory.
  BlockSteps(Plan const& plan, Ranks const& ranks, double bytes)
      : network_(ranks.network()), bytes_(bytes + sizeof(BlockStep)), steps_(ranks.size()) {
    rank_at_.assign(network_.num_vertices(), none);
    for (std::uint32_t rank = 0; rank < ranks.size(); ++rank) rank_at_[ranks[rank]] = rank;
    Step step;
    while (plan.schedule->next(step)) {
      throw_if_interrupted();
      arrivals_.clear();
      for (auto const& transfer : step.transfers) add(transfer);
      // Blocks that arrive in a step can be forwarded in the next step.
      for (auto const& [rank, arrival] : arrivals_) steps_[rank].push_back(arrival);
      if (total_ > checked_ + 1'000'000) require_memory_of_all();
    }
    require_memory_of_all();
  }
  std::vector<BlockStep> const& of(std::uint32_t rank) const { return steps_[rank]; }

 private:
  static constexpr std::uint32_t none = 0xffffffff;

  std::uint32_t rank_at(std::uint32_t vertex) const {
    if (rank_at_[vertex] != none) return rank_at_[vertex];
    throw InputError(fmt::format("{} would have to forward blocks", network_.vertex_name(vertex)),
                     "no rank runs there",
                     "use a network with one terminal on each router, or routers that copy and add: weft "
                     "collective --algorithm in_network --engine flit");
  }
  void require_memory_of_all() {
    checked_ = total_;
    require_memory(static_cast<std::uint64_t>(bytes_ * static_cast<double>(total_)),
                   fmt::format("a schedule of {} sends and receives or more", total_),
                   "use fewer packets or iterations");
  }
  void add(Transfer const& transfer) {
    auto const from = rank_at(network_.source(transfer.channel)),
               to = rank_at(network_.target(transfer.channel));
    auto const number = numbers_[{from, to}]++;
    steps_[from].push_back({to, transfer.channel, transfer.block, number, true, false});
    arrivals_.push_back(
        {to, {from, transfer.channel, transfer.block, number, false, transfer.arrival == Arrival::add}});
    total_ += 2;
  }

  TransferNetwork const& network_;
  double const bytes_;
  std::uint64_t total_ = 0, checked_ = 0;
  std::vector<std::uint32_t> rank_at_;  // by vertex
  std::vector<std::vector<BlockStep>> steps_;
  // arrivals of the current step, with their ranks
  std::vector<std::pair<std::uint32_t, BlockStep>> arrivals_;
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> numbers_;
};

/// Writer of the operations of a program, rank by rank.
class RankWriter {
 public:
  RankWriter(ProgramBuilder& builder, std::uint32_t blocks, double block_bytes, double ns_per_byte)
      : builder_(builder), bytes_(block_bytes), ns_per_byte_(ns_per_byte), holds_(blocks) {}

  void begin(std::uint32_t rank) {
    builder_.begin_rank(rank);
    all_.clear();
  }
  /// Adds an iteration, which starts when the previous iteration of the rank has ended.
  void iterate(std::vector<BlockStep> const& steps, std::uint32_t iteration, double compute) {
    start_ = builder_.add(
        {.kind = compute > 0 ? OperationKind::compute : OperationKind::nothing, .amount = compute});
    for (auto const before : all_) builder_.wait_for_end(start_, before);
    all_.assign(1, start_);
    for (auto const& step : steps) holds_[step.block].clear();
    last_sent_.clear();
    for (auto const& step : steps) add(step, iteration);
  }

 private:
  /// Adds a step. A rank sends a block when its contents are complete: after the receives that replace it or
  /// are added to it. The blocks of a channel are sent in the order of its slots.
  void add(BlockStep const& step, std::uint32_t iteration) {
    auto operation = builder_.add({.kind = step.sends ? OperationKind::send : OperationKind::receive,
                                   .peer = step.peer,
                                   .tag = step.number,
                                   .context = iteration,
                                   .amount = bytes_});
    builder_.wait_for_end(operation, start_);
    auto& holds = holds_[step.block];
    if (step.sends) {
      for (auto const before : holds) builder_.wait_for_end(operation, before);
      auto const [last, is_first] = last_sent_.insert({step.channel, operation});
      if (!is_first) builder_.wait_for_end(operation, std::exchange(last->second, operation));
    } else {
      if (step.adds && ns_per_byte_ * bytes_ > 0) {
        auto const sum = builder_.add({.kind = OperationKind::compute, .amount = ns_per_byte_ * bytes_});
        builder_.wait_for_end(sum, operation);
        operation = sum;
      }
      if (!step.adds) holds.clear();
      holds.push_back(operation);
    }
    all_.push_back(operation);
  }

  ProgramBuilder& builder_;
  double const bytes_, ns_per_byte_;
  std::uint32_t start_ = 0;
  std::vector<std::vector<std::uint32_t>> holds_;     // by block: operations on which its contents depend
  std::map<std::uint32_t, std::uint32_t> last_sent_;  // by channel
  std::vector<std::uint32_t> all_;                    // operations of this iteration
};

/// Returns the plan of an algorithm that plans for the channels of the machine. Throws InputError for other
/// algorithms.
Plan plan_on(Ranks const& ranks, ScheduleProgram::Params const& params) {
  if (params.root >= ranks.size())
    throw InputError(fmt::format("root={}", params.root),
                     fmt::format("must be in [0, {}]", ranks.size() - 1));
  auto const algorithm = make_algorithm(parse_one("algorithm", params.algorithm, "algorithm"));
  Task const task{
      .operation = params.of,
      .root = static_cast<std::uint32_t>(params.root),
      .packets = params.of == Operation::barrier ? 1 : static_cast<std::uint32_t>(params.packets)};
  algorithm->check(ranks, task);
  auto const reject = [&](std::string const& why, std::string const& instead) {
    throw InputError(fmt::format("program schedule does not support algorithm {}", algorithm->name()), why,
                     instead);
  };
  if (!algorithm->needs_machine())
    reject("the algorithm plans messages between ranks, not transfers over channels",
           fmt::format("use program operation:algorithm={}", algorithm->name()));
  auto plan = algorithm->plan(ranks, task);
  if (plan.adds_in_routers)
    reject("the algorithm needs routers that copy and add",
           "use weft collective --algorithm in_network --engine flit");
  return plan;
}

}  // namespace

Program ScheduleProgram::make(Params const& params, TaskContext const& context, double ns_per_byte) {
  if (context.machine == nullptr)
    throw InputError("program schedule does not support a placement",
                     "the schedule is planned for a machine with rank i on terminal i",
                     "omit job, mapping, terminals and ranks_per_terminal");
  Ranks const ranks(*context.machine);
  auto const plan = plan_on(ranks, params);
  BlockSteps const steps(
      plan, ranks,
      traffic::bytes_per_operation * static_cast<double>(params.iterations) * (ns_per_byte > 0 ? 1.5 : 1));
  ProgramBuilder builder;
  auto const bytes = params.of == Operation::barrier ? 0 : params.bytes;
  RankWriter writer(builder, plan.schedule->postcondition().blocks, bytes / plan.blocks_per_message,
                    ns_per_byte);
  for (std::uint32_t rank = 0; rank < ranks.size(); ++rank) {
    throw_if_interrupted();
    writer.begin(rank);
    for (std::int64_t iteration = 0; iteration < params.iterations; ++iteration)
      writer.iterate(steps.of(rank), static_cast<std::uint32_t>(iteration), params.compute);
  }
  return std::move(builder).finish(ranks.size());
}

}  // namespace weft::collective
