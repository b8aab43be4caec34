// SPDX-License-Identifier: Apache-2.0
#include "weft/workload/application_phases.hpp"

#include <algorithm>
#include <cmath>
#include <memory>
#include <stdexcept>
#include <utility>

#include <fmt/format.h>

#include "weft/collective/ranks/rank_program.hpp"
#include "weft/collective/routes/routes.hpp"
#include "weft/network/channel_bandwidths.hpp"

namespace weft {
namespace {

/// Schedule that records the width of its widest step.
class WidthRecorder final : public Schedule {
 public:
  explicit WidthRecorder(std::unique_ptr<Schedule> schedule) : schedule_(std::move(schedule)) {}
  Postcondition const& postcondition() const override { return schedule_->postcondition(); }
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
                      VertexBandwidths const& bandwidths) {
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

/// Reports the expected minimum time of a phase, estimated from the number of blocks in its middle round.
void expect_phase(collective::Phase const& phase, Progress& progress) {
  std::vector<collective::Message> messages;
  phase.program.messages(phase.program.rounds / 2, messages);
  double blocks = 0;
  for (auto const& message : messages) blocks += static_cast<double>(message.count);
  blocks *= phase.program.rounds;
  progress.expect(schedule::estimate_execution(blocks, 0, 0).seconds,
                  fmt::format("sending about {:.3g} blocks of {}", blocks, phase.name));
}

}  // namespace

std::vector<PhaseRun> execute_phases(
    std::vector<collective::Phase> phases, collective::Embedding embedding, collective::Ranks const& machine,
    std::string const& mapping, std::vector<std::uint32_t> const& places, Progress& progress,
    std::function<void(std::string const& phase, Schedule& schedule)> const& executed) {
  collective::Ranks const ranks(machine, places);
  VertexBandwidths const bandwidths(machine.network());
  std::vector<PhaseRun> runs;
  for (auto& phase : phases) {
    if (phase.program.rounds == 0) continue;
    progress.start(fmt::format("{}, {}", phase.name, mapping), 0, "slots");
    expect_phase(phase, progress);
    auto const demand = demand_of(phase.program, places, bandwidths);
    WidthRecorder schedule(
        collective::embed(std::move(phase.program), ranks, collective::Routes(ranks), embedding, 0));
    auto execution = schedule::execute(machine.network(), schedule, {}, progress);
    if (execution.violation)
      throw std::logic_error(phase.name + " violates its postcondition: " + execution.violation->what);
    if (executed) executed(phase.name, schedule);
    runs.push_back({mapping, phase.name, embedding, schedule.widest(), demand, std::move(execution)});
  }
  progress.finish();
  return runs;
}

}  // namespace weft
