#include "weft/experiment/applications/application_run.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include <fmt/format.h>

#include "weft/collective/routes/routes.hpp"
#include "weft/engine/schedule/execute.hpp"
#include "weft/experiment/applications/application_parts.hpp"
#include "weft/experiment/assemble.hpp"
#include "weft/experiment/new_result.hpp"

namespace weft {
namespace {

/// A schedule that remembers its widest step.
class Watched final : public Schedule {
 public:
  explicit Watched(std::unique_ptr<Schedule> schedule) : schedule_(std::move(schedule)) {}
  Promise const& promise() const override { return schedule_->promise(); }
  bool next(Step& step) override {
    if (!schedule_->next(step)) return false;
    widest_ = std::max(widest_, step.width);
    return true;
  }
  void rewind() override {
    schedule_->rewind();
    widest_ = 0;
  }
  std::uint32_t widest() const { return widest_; }

 private:
  std::unique_ptr<Schedule> schedule_;
  std::uint32_t widest_ = 0;
};

/// What one phase sends, whatever the placement.
struct Demand {
  std::uint32_t rounds = 0;  ///< in which something is sent
  std::uint64_t blocks = 0;  ///< that messages carry, each as often as it is sent
  std::uint64_t bound = 0;   ///< slots in which the busiest task can send and receive its blocks
};

struct PhaseRun {
  std::string mapping, phase;
  std::uint32_t widest = 0;
  Demand demand;
  schedule::Execution execution;
};

struct Bandwidths {
  std::vector<double> out, in;
  explicit Bandwidths(TransferNetwork const& network)
      : out(network.num_vertices()), in(network.num_vertices()) {
    for (std::uint32_t c = 0; c < network.num_channels(); ++c) {
      out[network.source(c)] += network.bandwidth(c);
      in[network.target(c)] += network.bandwidth(c);
    }
  }
};

Demand demand_of(collective::RankProgram const& program, std::vector<std::uint32_t> const& places,
                 Bandwidths const& bandwidths) {
  std::vector<std::uint64_t> sent(places.size()), received(places.size());
  std::vector<collective::Message> messages;
  Demand demand;
  for (std::uint32_t round = 0; round < program.rounds; ++round) {
    messages.clear();
    program.messages(round, messages);
    if (!messages.empty()) ++demand.rounds;
    for (auto const& message : messages) {
      sent[message.from] += message.count;
      received[message.to] += message.count;
      demand.blocks += message.count;
    }
  }
  double slots = 0;
  for (std::size_t task = 0; task < places.size(); ++task) {
    if (sent[task] > 0)
      slots = std::max(slots, static_cast<double>(sent[task]) / bandwidths.out[places[task]]);
    if (received[task] > 0)
      slots = std::max(slots, static_cast<double>(received[task]) / bandwidths.in[places[task]]);
  }
  demand.bound = static_cast<std::uint64_t>(std::ceil(slots - 1e-9));
  return demand;
}

/// Executes all phases with one placement.
class Runner {
 public:
  Runner(ApplicationParts const& parts, CollectiveMachine const& machine, Progress& progress)
      : parts_(parts), machine_(machine), bandwidths_(machine.network()), progress_(progress) {}

  std::vector<PhaseRun> run(std::string const& mapping, std::vector<std::uint32_t> const& places) {
    auto machine = *machine_;
    machine.ranks = places;
    std::vector<PhaseRun> runs;
    for (auto& phase : parts_.phases(places)) {
      if (phase.program.rounds == 0) continue;
      progress_.start(fmt::format("{}, {}", phase.name, mapping), 0, "slots");
      auto const demand = demand_of(phase.program, places, bandwidths_);
      collective::Routes routes(machine);
      Watched schedule(
          collective::embed(std::move(phase.program), machine, std::move(routes), parts_.embedding, 0));
      auto execution = schedule::execute(machine_.network(), schedule, {}, progress_);
      if (execution.violation)
        throw std::logic_error(phase.name + " breaks its promise: " + execution.violation->what);
      runs.push_back({mapping, phase.name, schedule.widest(), demand, std::move(execution)});
    }
    progress_.finish();
    return runs;
  }

 private:
  ApplicationParts const& parts_;
  CollectiveMachine const& machine_;
  Bandwidths bandwidths_;
  Progress& progress_;
};

double mean_utilisation(schedule::Utilisation const& of) {
  double carried = 0, most = 0;
  for (std::size_t row = 0; row < of.rows().size(); ++row) {
    carried += of.carried(row);
    most += of.rows()[row].capacity * static_cast<double>(of.slots());
  }
  return most == 0 ? 0 : carried / most;
}

Table phases_table(std::vector<PhaseRun> const& runs) {
  Table table{
      "phases",
      "Phases, executed",
      {{"mapping"},
       {"phase"},
       {"rounds", "", "of the algorithm: what it takes without contention"},
       {"slots", "", "that it takes"},
       {"widest step", "slots", "1: no channel had to carry two blocks at a time"},
       {"bound", "slots", "the busiest task cannot send and receive its blocks faster, wherever it is"},
       {"blocks", "", "sent from task to task"},
       {"hops", "", "of a block, mean"},
       {"utilisation", "", "of all channels, mean"}},
      {}};
  for (auto const& run : runs)
    table.add_row({run.mapping, run.phase, run.demand.rounds, run.execution.slots, run.widest,
                   run.demand.bound, run.demand.blocks,
                   static_cast<double>(run.execution.transfers) / static_cast<double>(run.demand.blocks),
                   mean_utilisation(run.execution.utilisation)});
  return table;
}

struct Total {
  std::uint64_t rounds = 0, slots = 0;
  std::uint32_t widest = 0;
  explicit Total(std::vector<PhaseRun> const& runs) {
    for (auto const& run : runs) {
      rounds += run.demand.rounds;
      slots += run.execution.slots;
      widest = std::max(widest, run.widest);
    }
  }
};

Table contention_table(std::vector<std::vector<PhaseRun>> const& by_mapping, double matrix_share) {
  Table table{"contention",
              "Contention by mapping",
              {{"mapping"},
               {"rounds", "", "of the algorithm: what it takes without contention"},
               {"slots", "", "that it takes"},
               {"slots per round"},
               {"widest step", "slots", "the most that a step takes"}},
              {}};
  if (matrix_share > 0)
    table.columns.push_back({"time", "matrices", "slots, in the time of a whole matrix over one channel"});
  for (auto const& runs : by_mapping) {
    Total const total(runs);
    table.add_row({runs.front().mapping, total.rounds, total.slots,
                   static_cast<double>(total.slots) / static_cast<double>(total.rounds), total.widest});
    if (matrix_share > 0) table.rows.back().push_back(static_cast<double>(total.slots) * matrix_share);
  }
  return table;
}

void add_notes(std::vector<std::vector<PhaseRun>> const& by_mapping, Result& result) {
  Total const asked(by_mapping.front());
  auto const& mapping = by_mapping.front().front().mapping;
  if (asked.slots == asked.rounds)
    result.notes.push_back(fmt::format(
        "mapping {}: free of contention, executed slot by slot: every round takes one slot", mapping));
  else
    result.notes.push_back(fmt::format("mapping {}: {} slots for {} rounds, up to {} slots in a step",
                                       mapping, asked.slots, asked.rounds, asked.widest));
  if (by_mapping.size() < 2) return;
  Total const natural(by_mapping.back());
  result.notes.push_back(fmt::format("{:.4g} times the slots of the natural mapping",
                                     static_cast<double>(asked.slots) / static_cast<double>(natural.slots)));
}

}  // namespace

Result run_application(std::string const& topology_spec, Spec const& schedule, std::int64_t seed,
                       PhaseUtilisations& utilisations, Progress& progress) {
  auto const topology = make_topology(topology_spec);
  check_application(schedule, *topology);
  CollectiveMachine const machine(topology);
  auto const parts = assemble_application(schedule, topology_spec, *topology, machine, seed, progress);
  Runner runner(parts, machine, progress);
  Result result = new_result(static_cast<std::uint64_t>(seed));
  result.scenario = {{"topology", topology->spec(true)}, {"schedule", parts.spec}};
  std::vector<std::vector<PhaseRun>> by_mapping{runner.run(parts.mapping, parts.places)};
  if (by_mapping.front().empty()) {
    result.notes.emplace_back("nothing to send: no task has a neighbor");
    return result;
  }
  if (parts.natural && parts.mapping != collective::natural_mapping)
    by_mapping.push_back(runner.run(std::string(collective::natural_mapping), *parts.natural));
  std::vector<PhaseRun> all;
  result.tables.push_back(contention_table(by_mapping, parts.matrix_share));
  add_notes(by_mapping, result);
  for (auto const& run : by_mapping.front()) utilisations.emplace_back(run.phase, run.execution.utilisation);
  for (auto& runs : by_mapping)
    for (auto& run : runs) all.push_back(std::move(run));
  result.tables.push_back(phases_table(all));
  return result;
}

}  // namespace weft
