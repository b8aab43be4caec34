#include "weft/verb/schedule/transfers_schedule.hpp"

#include <fmt/format.h>

#include "weft/engine/schedule/execute.hpp"
#include "weft/experiment/assemble.hpp"
#include "weft/experiment/new_result.hpp"
#include "weft/verb/schedule/schedule_tables.hpp"
#include "weft/verb/simulate/summary.hpp"
#include "weft/network/failures.hpp"
#include "weft/network/network.hpp"
#include "weft/traffic/schedule/schedule_file.hpp"

namespace weft {
namespace {

TransfersSchedule::Params params_of(ScheduleRequest const& request) {
  refuse_sparse_torus_options(request);
  auto const spec = parse_spec(request.schedule, "schedule");
  try {
    auto params = read_params<TransfersSchedule::Params>(TransfersSchedule::schema, spec);
    if (params.file.empty()) throw InputError("transfers without a file", "", "give transfers:file=PATH");
    return params;
  } catch (InputError const& error) { throw error.at("schedule"); }
}

Table transfer_table(Promise const& promise, schedule::Execution const& execution) {
  Table table{"transfers",
              "The schedule, executed",
              {{"blocks"},
               {"steps"},
               {"slots", "slots", "the makespan: the widths of all steps"},
               {"transfers", "", "of a block over a channel"},
               {"redundant", "", "copies to a vertex that had the block already"},
               {"utilisation", "", "of all channels over all slots, mean", 4}},
              {}};
  table.add_row({promise.blocks, execution.steps, execution.slots, execution.transfers, execution.redundant,
                 execution.utilisation.mean()});
  return table;
}

}  // namespace

bool is_transfers_schedule(ScheduleRequest const& request) {
  return parse_spec(request.schedule, "schedule").name == TransfersSchedule::name;
}

void check_transfers_schedule(ScheduleRequest const& request) {
  make_topology(request.topology);
  params_of(request);
}

Result run_transfers_schedule(ScheduleRequest const& request, ScheduleFiles& files, Progress& progress) {
  auto const topology = make_topology(request.topology);
  auto const params = params_of(request);
  TransferNetwork const network(topology->network({}));
  auto const schedule = read_schedule(params.file, network);
  Result result = new_result();
  result.scenario = {{"topology", topology->spec(true)},
                     {"schedule", to_spec<TransfersSchedule>(params, true).to_string()}};
  Stopwatch const watch;
  progress.start("transfers", 0, "slots");
  auto execution = schedule::execute(network, *schedule,
                                     {.sends = static_cast<std::uint32_t>(params.sends),
                                      .receives = static_cast<std::uint32_t>(params.receives)},
                                     progress);
  progress.finish();
  if (execution.violation)
    throw InputError(execution.violation->what, "the schedule does not keep its promise", "", params.file);
  result.timings.push_back({"execute", watch.seconds()});
  result.tables = {transfer_table(schedule->promise(), execution),
                   channel_table(execution.utilisation, "Channels by class", "blocks")};
  files.utilisations = {{"classes", std::move(execution.utilisation)}};
  return result;
}

void refuse_sparse_torus_options(ScheduleRequest const& request) {
  for (auto const& [key, value] : write_params(schedule_schema, request, false))
    if (key != "topology" && key != "schedule" && key != "seed")
      throw InputError(fmt::format("{} = {} with {}", key, value, request.schedule),
                       "it is for schedules of sparse tori", fmt::format("leave {} away", key), key);
}

}  // namespace weft
