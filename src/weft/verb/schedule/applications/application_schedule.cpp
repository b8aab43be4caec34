#include "weft/verb/schedule/applications/application_schedule.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include <fmt/format.h>

#include "weft/collective/routes/routes.hpp"
#include "weft/collective/vertex_bandwidths.hpp"
#include "weft/engine/schedule/execute.hpp"
#include "weft/experiment/assemble.hpp"
#include "weft/verb/schedule/applications/application_assembly.hpp"
#include "weft/verb/schedule/applications/application_tables.hpp"
#include "weft/verb/schedule/transfers_schedule.hpp"
#include "weft/verb/schedule/utilization_picture.hpp"

namespace weft::verb {
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

PhaseDemand demand_of(collective::RankProgram const& program, std::vector<std::uint32_t> const& places,
                      collective::VertexBandwidths const& bandwidths) {
  std::vector<std::uint64_t> sent(places.size()), received(places.size());
  std::vector<collective::Message> messages;
  PhaseDemand demand;
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
class PhaseRunner {
 public:
  PhaseRunner(ApplicationAssembly const& parts, collective::Ranks const& ranks, Progress& progress)
      : parts_(parts), ranks_(ranks), bandwidths_(ranks.network()), progress_(progress) {}

  std::vector<PhaseRun> run(std::string const& mapping, std::vector<std::uint32_t> const& places) {
    collective::Ranks const ranks(ranks_, places);
    std::vector<PhaseRun> runs;
    for (auto& phase : parts_.phases(places)) {
      if (phase.program.rounds == 0) continue;
      progress_.start(fmt::format("{}, {}", phase.name, mapping), 0, "slots");
      auto const demand = demand_of(phase.program, places, bandwidths_);
      collective::Routes routes(ranks);
      Watched schedule(
          collective::embed(std::move(phase.program), ranks, std::move(routes), parts_.embedding, 0));
      auto execution = schedule::execute(ranks_.network(), schedule, {}, progress_);
      if (execution.violation)
        throw std::logic_error(phase.name + " breaks its promise: " + execution.violation->what);
      runs.push_back(
          {mapping, phase.name, parts_.embedding, schedule.widest(), demand, std::move(execution)});
    }
    progress_.finish();
    return runs;
  }

 private:
  ApplicationAssembly const& parts_;
  collective::Ranks const& ranks_;
  collective::VertexBandwidths bandwidths_;
  Progress& progress_;
};

class ApplicationExperiment final : public Experiment {
 public:
  explicit ApplicationExperiment(ScheduleVerb::Params const& request)
      : request_(request),
        topology_(make_topology(request.topology)),
        schedule_(parse_spec(request.schedule, "schedule")) {
    refuse_sparse_torus_options(request);
    resolve({{"topology", topology_->spec(true)}, {"schedule", resolved_application(schedule_, *topology_)}},
            request.seed);
  }

  std::vector<OutputFile> pictures(Result const&) const override {
    auto const title = fmt::format("{} on {}", request_.schedule, request_.topology);
    std::vector<OutputFile> files;
    for (auto const& [phase, utilization] : utilizations_)
      files.push_back({"utilization_classes_of_" + phase + ".svg",
                       utilization_picture(utilization, title, "Channels in use, by classes of " + phase)});
    return files;
  }

 private:
  void execute(Result& result, Progress& progress) override {
    collective::Ranks const ranks{Machine(topology_)};
    auto const parts =
        assemble_application(schedule_, request_.topology, *topology_, ranks, request_.seed, progress);
    PhaseRunner runner(parts, ranks, progress);
    std::vector<std::vector<PhaseRun>> by_mapping{runner.run(parts.mapping, parts.places)};
    if (by_mapping.front().empty()) {
      result.answer = "nothing to send: no task has a neighbor";
      return;
    }
    if (parts.natural && parts.mapping != collective::natural_mapping)
      by_mapping.push_back(runner.run(std::string(collective::natural_mapping), *parts.natural));
    std::vector<MappingTotal> totals;
    for (auto const& runs : by_mapping) totals.emplace_back(runs);
    result.answer = totals.front().text();
    if (totals.size() > 1)
      result.answer +=
          fmt::format("; {:.4g} times as many slots as with the natural mapping",
                      static_cast<double>(totals[0].slots) / static_cast<double>(totals[1].slots));
    for (auto const& run : by_mapping.front())
      utilizations_.emplace_back(run.phase, run.execution.utilization);
    std::vector<PhaseRun> all;
    for (auto& runs : by_mapping)
      for (auto& run : runs) all.push_back(std::move(run));
    result.tables = {contention_table(totals, parts.matrix_share), phases_table(all)};
  }

  ScheduleVerb::Params request_;
  TopologyPtr topology_;
  Spec schedule_;
  std::vector<std::pair<std::string, schedule::Utilization>> utilizations_;  ///< of each phase, by its name
};

}  // namespace

ExperimentPtr assemble_application_schedule(ScheduleVerb::Params const& request) {
  return std::make_unique<ApplicationExperiment>(request);
}

}  // namespace weft::verb
