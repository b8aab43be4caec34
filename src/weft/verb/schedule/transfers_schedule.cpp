// SPDX-License-Identifier: Apache-2.0
#include "weft/verb/schedule/transfers_schedule.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "weft/core/stopwatch.hpp"
#include "weft/engine/schedule/execute.hpp"
#include "weft/experiment/assemble.hpp"
#include "weft/network/failures.hpp"
#include "weft/network/network.hpp"
#include "weft/traffic/schedule/schedule_file.hpp"
#include "weft/verb/schedule/tables.hpp"
#include "weft/workload/slots_array.hpp"

namespace weft::verb {
namespace {

TransfersSchedule::Params params_of(ScheduleVerb::Params const& request) {
  check_no_sparse_torus_options(request);
  auto const spec = parse_spec(request.schedule, "schedule");
  return at_place("schedule",
                  [&] { return read_params<TransfersSchedule::Params>(TransfersSchedule::schema, spec); });
}

Table transfer_table(Postcondition const& postcondition, schedule::Execution const& execution,
                     LinkTimes const& times) {
  Table table{"transfers",
              "The schedule, executed",
              {{"blocks"},
               {"steps"},
               {"slots", "slots", "the makespan: the widths of all steps"},
               {"transfers", "", "number of transfers of a block over a channel"},
               {"redundant", "", "copies to a vertex that already had the block"},
               {"utilization", "", "mean over all channels and slots", 4}},
              {}};
  table.add_row({postcondition.blocks, execution.steps, execution.slots, execution.transfers,
                 execution.redundant, execution.utilization.mean()});
  add_seconds(times, {{execution.steps, execution.slots}}, table);
  return table;
}

class TransfersExperiment final : public Experiment {
 public:
  explicit TransfersExperiment(ScheduleVerb::Params const& request)
      : Experiment(ScheduleVerb::name),
        topology_(make_topology(request.topology)),
        params_(params_of(request)),
        network_(topology_->network({})),
        schedule_(read_schedule(params_.file, network_)),
        details_(request.details),
        times_(link_times(request, *topology_)) {
    auto settings =
        with_slots(details_, {{"topology", topology_->spec(true)},
                              {"schedule", to_spec<TransfersSchedule>(params_, true).to_string()}});
    add_times(times_, settings);
    resolve(std::move(settings));
  }

  /// Assumes that every block crosses the mean distance.
  Estimate estimate() const override {
    auto const size = size_of(*topology_);
    auto const blocks = static_cast<double>(schedule_->postcondition().blocks);
    auto const transfers = blocks * std::max(mean_hops(*topology_), 1.0);
    return short_run.and_then(estimate_network(size))
        .and_then(schedule::estimate_execution(transfers, blocks, static_cast<double>(size.routers)));
  }

 private:
  void execute(Result& result, Progress& progress) override {
    Stopwatch const watch;
    progress.start("transfers", 0, "slots");
    auto const execution = schedule::execute(network_, *schedule_,
                                             {.sends = static_cast<std::uint32_t>(params_.sends),
                                              .receives = static_cast<std::uint32_t>(params_.receives)},
                                             progress);
    progress.finish();
    if (execution.violation)
      throw InputError(execution.violation->what, "the schedule violates its postcondition", "",
                       params_.file);
    result.timings.push_back({"execute", watch.seconds()});
    result.tables = {transfer_table(schedule_->postcondition(), execution, times_),
                     utilization_table(execution.utilization, "Channels by class", "blocks")};
    add_utilization(execution.utilization, "utilization_classes", "Channels in use, by classes", result);
    if (details_ == Details::slots)
      add_slots(*schedule_, network_, "slots", "Channels in use, slot by slot", result);
  }

  TopologyPtr topology_;
  TransfersSchedule::Params params_;
  TransferNetwork network_;
  std::unique_ptr<Schedule> schedule_;
  Details details_;
  LinkTimes times_;
};

}  // namespace

ExperimentPtr assemble_transfers_schedule(ScheduleVerb::Params const& request) {
  return std::make_unique<TransfersExperiment>(request);
}

void add_seconds(LinkTimes const& times, std::vector<StepsAndSlots> const& rows, Table& table) {
  if (!times.are_requested()) return;
  table.columns.push_back({"seconds", "s", "alpha x steps + slots x bytes / bandwidth"});
  for (std::size_t i = 0; i < rows.size(); ++i)
    table.rows[i].push_back(
        times.seconds(static_cast<double>(rows[i].steps), static_cast<double>(rows[i].slots)));
}

std::vector<Setting> with_slots(Details details, std::vector<Setting> scenario) {
  if (details == Details::slots) scenario.push_back({"details", "slots"});
  return scenario;
}

void check_no_sparse_torus_options(ScheduleVerb::Params const& request) {
  for (auto const& [key, value] : write_params(ScheduleVerb::request_schema, request, false))
    if (key != "topology" && key != "schedule" && key != "seed" && (key != "details" || value != "slots"))
      throw conflict(key + "=" + value, request.schedule, "the option is for schedules of sparse tori")
          .at(key);
}

}  // namespace weft::verb
